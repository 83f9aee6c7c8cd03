"""The law: what is legal, what follows, who is ahead.

    import rulesets
    ruleset = rulesets.load("jma-2006")
    game = ruleset.start(["A", "B", "C"])
    answer = ruleset.judge(game, {"type": "roll", "player": "A", "dice": [2, 4]})
    answer.accepted, answer.events, answer.due, answer.game

Standard library only; no input or output but the package's own data, no clock, no threads.  See `rulesets.kernel`
for the contract.
"""

from rulesets.kernel.record import Record, replay
from rulesets.kernel.refusal import Refusal
from rulesets.kernel.registry import UnknownRuleset, load, names
from rulesets.kernel.ruleset import Answer, Game, HeaderRefused, Ruleset

__all__ = [
    "Answer",
    "Game",
    "HeaderRefused",
    "Record",
    "Refusal",
    "Ruleset",
    "UnknownRuleset",
    "load",
    "names",
    "replay",
]
