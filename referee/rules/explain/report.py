"""A report that is tried, as an object or as it is typed, with the explanation; the command line uses this too."""

from __future__ import annotations

from typing import Any

from rulesets import Game, Refusal, notation
from rulesets.kernel.record import Unreadable
from rulesets.kernel.ruleset import Explanation

Tried = dict[str, Any] | Refusal | None
"""A report; why a line cannot be read as one; nothing."""


def typed(game: Game, line: str) -> dict[str, Any] | Refusal:
    """The report that a line of the short notation stands for, or why it cannot be read."""
    try:
        report: dict[str, Any] = notation.parse(line, notation.codes(game), notation.meant(game.ruleset.due(game)))
    except Unreadable as unreadable:
        return unreadable.refusal
    return report


def explained(game: Game, tried: Tried = None) -> Explanation:
    """The explanation of a position with what is tried there; what cannot be read is refused for its form."""
    if not isinstance(tried, Refusal):
        return game.ruleset.explanation(game, tried)
    return game.ruleset.explanation(game)._replace(answer=game.ruleset.refuse_unread(game, tried))
