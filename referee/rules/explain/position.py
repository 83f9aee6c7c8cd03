"""A position given by hand: a header, and reports from there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from referee.events.game_header import HeaderRefused
from rulesets import Answer, Game
from rulesets.kernel.record import FORMAT, open_header

HEADER = ("ruleset", "edition", "seats", "names", "options", "start")


class Reached(NamedTuple):
    """The position, and the answer to the first report that was refused on the way, where it stopped."""

    game: Game
    stopped: Answer | None


def opened(header: Any) -> Game:
    """The game that a header describes.  Raises the problem ``header_refused`` with all that is wrong with it."""
    opening = open_header(header)
    if opening.game is None:
        raise HeaderRefused(opening)
    return opening.game


def reached(given: Mapping[str, Any]) -> Reached:
    """The position that a header (without ``record``) and ``reports`` lead to.

    Raises the problem ``header_refused`` with every fault of the header.
    """
    game = opened({"record": FORMAT, **{name: given[name] for name in HEADER if name in given}})
    for report in given.get("reports", ()):
        answer = game.ruleset.judge(game, report)
        if not answer.accepted:
            return Reached(game, answer)
        game = answer.game
    return Reached(game, None)
