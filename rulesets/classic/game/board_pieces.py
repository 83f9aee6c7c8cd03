"""What stands on the deeds of the classic game, for boards, lists and papers (`rulesets.kernel.telling.pieces`)."""

from __future__ import annotations

from functools import cache

from rulesets.classic.game.labels import LEVELS, PIECE_NAMES
from rulesets.editions.edition import Edition
from rulesets.kernel.telling.pieces import Piece
from rulesets.letters import letters

HOTEL = 5
"""The level of a hotel; those below it are houses."""


def pieces(_edition: Edition, language: str) -> tuple[Piece, ...]:
    """Houses, drawn as their number, and hotels."""
    return _pieces(language)


@cache
def _pieces(language: str) -> tuple[Piece, ...]:
    marks, said = letters(language)["pieces"], LEVELS[language]
    house, hotel = (PIECE_NAMES[key][language] for key in ("house", "hotel"))
    return (
        Piece("house", "level", house, marks["house"], said[1:HOTEL], level=1, to=HOTEL - 1, counted=True),
        Piece("hotel", "level", hotel, marks["hotel"], said[HOTEL:], level=HOTEL, to=HOTEL, look="solid"),
    )
