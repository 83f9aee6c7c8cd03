"""The law: what is legal, what follows, who is ahead.

    import rulesets
    ruleset = rulesets.load("jma-2006")
    game = ruleset.start(["A", "B", "C"])
    answer = ruleset.judge(game, {"type": "roll", "player": "A", "dice": [2, 4]})
    answer.accepted, answer.events, answer.due, answer.game

What is named here is the public interface; ``docs/library.md`` goes through it by examples.

- `load`, `names` and `versions` are the registry of rulesets; a `Ruleset` starts a `Game`, judges reports with an
  `Answer` that holds every `Refusal`, tells what is due and legal, and explains a position (`Explanation`).
- `replay` and `replay_lines` judge a whole record (`Record`, `Opening`), `open_header` its header alone; `rejudge`
  tells what another ruleset would change (`Rejudged`).
- `layered` and `extended` make a ruleset from another one.
- `notation` reads and writes reports as they are typed; `LANGUAGES` are those in which all of this speaks.

Standard library only; no input or output but the package's own data, no clock, no threads.  See `rulesets.kernel`
for the contract.
"""

from rulesets import notation
from rulesets.kernel.clause import extended
from rulesets.kernel.layer import BadLayer, layered
from rulesets.kernel.record import Opening, Record, Unreadable, open_header, replay
from rulesets.kernel.refusal import Refusal
from rulesets.kernel.registry import BrokenRuleset, UnknownRuleset, load, names, versions
from rulesets.kernel.rejudge import Rejudged, rejudge
from rulesets.kernel.ruleset import Answer, Explanation, Game, HeaderRefused, Ruleset
from rulesets.languages import LANGUAGES
from rulesets.lines import replay_lines

__all__ = [
    "LANGUAGES",
    "Answer",
    "BadLayer",
    "BrokenRuleset",
    "Explanation",
    "Game",
    "HeaderRefused",
    "Opening",
    "Record",
    "Refusal",
    "Rejudged",
    "Ruleset",
    "UnknownRuleset",
    "Unreadable",
    "extended",
    "layered",
    "load",
    "names",
    "notation",
    "open_header",
    "rejudge",
    "replay",
    "replay_lines",
    "versions",
]
