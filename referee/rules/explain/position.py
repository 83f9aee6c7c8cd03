"""Positions given by hand, as a header and reports from there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from referee.events.game_header import UnstartableGame
from rulesets import Answer, Game
from rulesets.kernel.record import FORMAT, open_header

HEADER = ("ruleset", "edition", "seats", "names", "options", "start")


class Reached(NamedTuple):
    """The position that reports led to.  ``stopped``: the answer to the first refused report, which ended the way."""

    game: Game
    stopped: Answer | None


def open_game(header: Any) -> Game:
    """The game that a header describes.  Raises the problem ``header_refused`` with every fault of the header."""
    opening = open_header(header)
    if opening.game is None:
        raise UnstartableGame(opening)
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
