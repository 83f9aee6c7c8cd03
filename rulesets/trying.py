"""A report tried in a position: read as a person types it, and explained."""

from __future__ import annotations

from typing import Any

from rulesets import notation
from rulesets.kernel.record import Unreadable
from rulesets.kernel.refusal import Refusal
from rulesets.kernel.ruleset import Explanation, Game
from rulesets.reports import as_report

Tried = dict[str, Any] | Refusal | None
"""A report to try, or the refusal of a line that cannot be read as one, or None."""


def parse_report(game: Game, line: str) -> dict[str, Any] | Refusal:
    """The report that a line of the short notation stands for, or the refusal if it cannot be read."""
    try:
        report: dict[str, Any] = notation.parse(line, notation.codes(game), notation.meant(game.ruleset.due(game)))
    except Unreadable as unreadable:
        return unreadable.refusal
    return report


def explanation_of(game: Game, tried: Tried = None) -> Explanation:
    """The explanation of a position, and of a report tried in it.  One that cannot be read is refused for its form."""
    if not isinstance(tried, Refusal):
        return game.ruleset.explanation(game, as_report(tried))
    return game.ruleset.explanation(game)._replace(answer=game.ruleset.refuse_unread(game, tried))
