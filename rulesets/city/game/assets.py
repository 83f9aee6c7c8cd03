"""What is counted of a player: cash, districts, and what stands there that changes their rent (CITY/END, CITY/RENT)."""

from __future__ import annotations

from rulesets.city.game.board import Edition
from rulesets.city.game.labels import PARTS, PIECES
from rulesets.city.game.pieces import HAZARDS, SIZES
from rulesets.city.game.table import Figures
from rulesets.kernel.assets import AssetDeed, AssetGroup, Assets, BlockPieces, ChosenPiece

NOTES = (5000, 1000, 500, 200, 100, 50, 10)
"""The notes, in K (MONEY-1)."""
NONE = dict.fromkeys(PARTS["tower"], "–")


def _present(key: str) -> ChosenPiece:
    """A piece that stands there or not."""
    return ChosenPiece(key, PARTS[key], ((False, NONE), (True, PARTS[key])))


COUNTED = (
    BlockPieces("residential", PARTS["residential"], SIZES, Figures().block_limit),
    BlockPieces("industrial", PARTS["industrial"], SIZES, Figures().block_limit),
    _present("skyscraper"),
    _present("tower"),
    ChosenPiece("hazards", PARTS["hazards"], (([], NONE), *(([each], PIECES[each]) for each in HAZARDS))),
)
"""What changes a rent.  One hazard is enough: a second one changes nothing more."""


def assets(edition: Edition) -> Assets:
    """What can be counted on an edition's board.  Nobody knows how much money is in the box (MONEY-2)."""
    return Assets(
        groups=tuple(
            AssetGroup(group, edition.group_names[group], tuple(_district(edition, number) for number in numbers))
            for group, numbers in edition.groups.items()
        ),
        notes=NOTES,
        mortgages=True,
    )


def _district(edition: Edition, number: int) -> AssetDeed:
    deed = edition.deeds[number]
    return AssetDeed(deed.key, edition.spaces[deed.space].names, COUNTED)
