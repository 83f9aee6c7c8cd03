"""What players own: cash, districts and what stands there; what changes a rent counts (CITY/END, CITY/RENT)."""

from __future__ import annotations

from collections.abc import Iterable

from rulesets.city.game.board import Edition
from rulesets.city.game.labels import PARTS, PIECES
from rulesets.city.game.pieces import HAZARDS, SIZES
from rulesets.city.game.table import Figures
from rulesets.kernel.telling.assets import AssetDeed, AssetGroup, Assets, BlockPieces, ChosenPiece

NOTES = (5000, 1000, 500, 200, 100, 50, 10)
"""The notes, in K (MONEY-1)."""
NONE = dict.fromkeys(PARTS["tower"], "–")


def _present(key: str) -> ChosenPiece:
    """A piece that stands there or not."""
    return ChosenPiece(key, PARTS[key], ((False, NONE), (True, PARTS[key])))


def _any_of(key: str, pieces: Iterable[str]) -> ChosenPiece:
    """Pieces of which any may stand there."""
    return ChosenPiece(key, PARTS[key], (([], NONE), *(([each], PIECES[each]) for each in pieces)))


STANDS = (
    BlockPieces("residential", PARTS["residential"], SIZES, Figures().block_limit),
    BlockPieces("industrial", PARTS["industrial"], SIZES, Figures().block_limit),
    _present("skyscraper"),
    _present("tower"),
    _any_of("hazards", HAZARDS),
)
"""What changes the rent of a district."""


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
    return AssetDeed(deed.key, edition.spaces[deed.space].names, STANDS)
