"""What stands on the districts of Monopoly City, for boards, lists and papers (`rulesets.kernel.telling.pieces`)."""

from __future__ import annotations

from functools import cache

from rulesets.city.game.board import Edition
from rulesets.city.game.labels import PIECES, TEXTS
from rulesets.city.game.pieces import BONUSES, HAZARDS
from rulesets.kernel.telling.pieces import Piece
from rulesets.letters import letters

BLOCKS = TEXTS["blocks"]
VOID = TEXTS["void"]
SEVERAL = " ×{count}"


def pieces(_edition: Edition, language: str) -> tuple[Piece, ...]:
    """The pieces, the same in every edition: blocks of either kind (residential ones are void beside a hazard), what is
    built without counting as a block, bonus buildings and hazards.
    """
    return _pieces(language)


@cache
def _pieces(language: str) -> tuple[Piece, ...]:
    marks = letters(language)["pieces"]

    def blocks(key: str, look: str, void_by: str = "") -> Piece:
        said, void = (BLOCKS[key][language],), VOID[language] if void_by else ""
        name = PIECES[key][language]
        return Piece(key, key, name, marks[key], said, counted=True, look=look, void_by=void_by, void=void)

    def single(key: str, field: str, look: str = "plain") -> Piece:
        name = PIECES[key][language]
        return Piece(key, field, name, marks[key], (name, name + SEVERAL), look=look)

    return (
        blocks("residential", "plain", "hazards"),
        blocks("industrial", "solid"),
        single("railroad", "railroads"),
        *(single(key, key) for key in ("stadium", "skyscraper", "tower")),
        *(single(key, "bonus", "good") for key in BONUSES),
        *(single(key, "hazards", "bad") for key in HAZARDS),
    )
