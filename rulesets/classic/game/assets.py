"""What is counted of a player: cash, deeds with the buildings on them, and release cards."""

from __future__ import annotations

from rulesets.classic.game.labels import TEXTS
from rulesets.editions.edition import Deed, Edition
from rulesets.kernel.telling.assets import AssetDeed, AssetGroup, Assets, ChosenPiece

HOTEL = 5
LARGEST_BOX = 20_580
"""Dollars in the notes of the largest classic game on the market."""
LEVEL = ChosenPiece(
    "level",
    TEXTS["buildings"],
    tuple((level, {each: said[level] for each, said in TEXTS["levels"].items()}) for level in range(HOTEL + 1)),
)


def assets(edition: Edition) -> Assets:
    """What can be counted on an edition's board."""
    return Assets(
        groups=tuple(
            AssetGroup(group, edition.group_names[group], tuple(_deed(edition.deeds[number]) for number in numbers))
            for group, numbers in edition.groups.items()
        ),
        cards=tuple(edition.deck_names.items()),
        notes=tuple(edition.denominations),
        mortgages=True,
        most_cash=LARGEST_BOX,
        most=LARGEST_BOX + sum(deed.price + HOTEL * deed.building_cost for deed in edition.deeds),
    )


def _deed(deed: Deed) -> AssetDeed:
    return AssetDeed(deed.key, deed.names, (LEVEL,) if deed.building_cost else ())
