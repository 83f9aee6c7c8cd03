"""The law of the games: which reports are legal, what follows from them, and who is ahead.

    import rulesets
    ruleset = rulesets.load("jma-2006")
    game = ruleset.start(["A", "B", "C"])
    answer = ruleset.judge(game, {"type": "roll", "player": "A", "dice": [2, 4]})
    answer.accepted, answer.events, answer.due, answer.game

The names exported here are the public interface; ``docs/library.md`` introduces it by examples.

- `load`, `names` and `versions` are the registry of rulesets; a `Ruleset` starts a `Game`, judges each report with an
  `Answer` that holds every `Refusal`, lists what is due and legal, and explains a position (`Explanation`); `moves`
  yields complete reports that are accepted, one by one.
- `cards_named` finds cards by their names.
- `replay` and `replay_lines` judge a whole record (`Record`, `Opening`), `open_header` only its header; `rejudge`
  shows what another ruleset would change (`Rejudged`).
- `layered` and `extended` derive a ruleset from another one.
- `notation` reads and writes reports in the short notation; `LANGUAGES` are the languages of all texts.

Standard library only; no input or output except the package's own data, no clock, no threads.  See `rulesets.kernel`
for the contract.
"""

from rulesets import notation
from rulesets.kernel.clause import extended
from rulesets.kernel.layer import BadLayer, layered
from rulesets.kernel.moves import moves
from rulesets.kernel.record import Opening, Record, Unreadable, open_header, replay
from rulesets.kernel.refusal import Refusal
from rulesets.kernel.registry import BrokenRuleset, UnknownRuleset, load, names, versions
from rulesets.kernel.rejudge import Rejudged, rejudge
from rulesets.kernel.ruleset import Answer, Explanation, Game, HeaderRefused, Ruleset
from rulesets.kernel.telling.money import Money
from rulesets.languages import LANGUAGES
from rulesets.lines import replay_lines
from rulesets.printed import cards_named
from rulesets.reports import Report, as_report

__all__ = [
    "LANGUAGES",
    "Answer",
    "BadLayer",
    "BrokenRuleset",
    "Explanation",
    "Game",
    "HeaderRefused",
    "Money",
    "Opening",
    "Record",
    "Refusal",
    "Rejudged",
    "Report",
    "Ruleset",
    "UnknownRuleset",
    "Unreadable",
    "as_report",
    "cards_named",
    "extended",
    "layered",
    "load",
    "moves",
    "names",
    "notation",
    "open_header",
    "rejudge",
    "replay",
    "replay_lines",
    "versions",
]
