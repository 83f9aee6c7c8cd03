"""Positions given by hand, as a header and reports from there, and explanations of a report tried in a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from referee.events.game_header import HeaderRefused
from rulesets import Answer, Game, Refusal, notation
from rulesets.kernel.record import FORMAT, Unreadable, open_header
from rulesets.kernel.ruleset import Explanation

HEADER = ("ruleset", "edition", "seats", "names", "options", "start")
Tried = dict[str, Any] | Refusal | None
"""A report to try, or the refusal of a line that cannot be read as one, or None."""


class Reached(NamedTuple):
    """The position that reports led to.  ``stopped``: the answer to the first refused report, which ended the way."""

    game: Game
    stopped: Answer | None


def open_game(header: Any) -> Game:
    """The game that a header describes.  Raises the problem ``header_refused`` with every fault of the header."""
    opening = open_header(header)
    if opening.game is None:
        raise HeaderRefused(opening)
    return opening.game


def reach_position(given: Mapping[str, Any]) -> Reached:
    """The position that a header (without ``record``) and ``reports`` lead to.

    Raises the problem ``header_refused`` with every fault of the header.
    """
    game = open_game({"record": FORMAT, **{name: given[name] for name in HEADER if name in given}})
    for report in given.get("reports", ()):
        answer = game.ruleset.judge(game, report)
        if not answer.accepted:
            return Reached(game, answer)
        game = answer.game
    return Reached(game, None)


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
        return game.ruleset.explanation(game, tried)
    return game.ruleset.explanation(game)._replace(answer=game.ruleset.refuse_unread(game, tried))
