"""What everything that shows a classic game asks for: its deeds, buildings and sheets, its figures, its handling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from rulesets.classic.game.labels import LEVELS, PIECE_NAMES, TEXTS, money
from rulesets.classic.game.table import Table
from rulesets.editions.edition import Deed, Edition
from rulesets.kernel.telling.assets import AssetDeed, AssetGroup, Assets, ChosenPiece
from rulesets.kernel.telling.counting import Sheet, SheetColumn
from rulesets.kernel.telling.handling import Handling
from rulesets.kernel.telling.pieces import Piece
from rulesets.languages import LANGUAGES
from rulesets.languages import language as settings
from rulesets.languages.counted import fill
from rulesets.letters import letters

HOTEL = 5
"""The level of a hotel; those below it are houses."""
LARGEST_BOX = 20_580
"""Dollars in the notes of the largest classic game on the market."""
FIGURES = TEXTS["figures"]
LEVEL = ChosenPiece(
    "level",
    TEXTS["buildings"],
    tuple((level, {each: said[level] for each, said in LEVELS.items()}) for level in range(HOTEL + 1)),
)
SHEET = Sheet(
    ("time_up", "monopoly_win", "ruling"),
    ("cash", "deeds_and_buildings", "total", "fell", "rank", "points"),
    "fill_in",
    (
        SheetColumn("price"),
        SheetColumn("mortgage_value"),
        SheetColumn("building_cost"),
        SheetColumn("mortgaged", by_hand=True),
        SheetColumn("buildings", by_hand=True),
    ),
    by_note=True,
)
"""Notes by value, deeds at their price or mortgage, buildings at their cost."""


def _drawn(language: str) -> tuple[Piece, ...]:
    """Houses, drawn as their number, and hotels."""
    marks, said = letters(language)["pieces"], LEVELS[language]
    house, hotel = (PIECE_NAMES[key][language] for key in ("house", "hotel"))
    return (
        Piece("house", "level", house, marks["house"], said[1:HOTEL], level=1, to=HOTEL - 1, counted=True),
        Piece("hotel", "level", hotel, marks["hotel"], said[HOTEL:], level=HOTEL, to=HOTEL, look="solid"),
    )


@cache
def _pieces() -> Mapping[str, tuple[Piece, ...]]:
    return {language: _drawn(language) for language in LANGUAGES}


def assets(edition: Edition) -> Assets:
    """What can be owned on an edition's board: cash, deeds with the buildings on them, and release cards."""
    return Assets(
        board=edition.names,
        called=TEXTS["called"],
        groups=tuple(
            AssetGroup(group, edition.group_names[group], tuple(_deed(edition.deeds[number]) for number in numbers))
            for group, numbers in edition.groups.items()
        ),
        pieces=_pieces(),
        sheet=SHEET,
        cards=tuple(edition.deck_names.items()),
        notes=tuple(edition.denominations),
        mortgages=True,
        most_cash=LARGEST_BOX,
        most=LARGEST_BOX + sum(deed.price + HOTEL * deed.building_cost for deed in edition.deeds),
    )


def _deed(deed: Deed) -> AssetDeed:
    figures = (deed.price, deed.mortgage, deed.building_cost or None)
    return AssetDeed(deed.key, deed.names, (LEVEL,) if deed.building_cost else (), figures)


def handling(_table: Table) -> Handling:
    """Return how a game is handled: as a page does by default."""
    return Handling()


def key_figures(edition: Edition, options: Mapping[str, Any], language: str) -> Iterator[tuple[str, str]]:
    """Yield the figures of an edition, as played with these options: label and value."""
    shown = money(edition).shown

    def line(key: str, value: str) -> tuple[str, str]:
        return FIGURES[key][language], value

    def said(key: str, **facts: object) -> str:
        return fill(FIGURES[key][language], **facts)

    join = settings(language).joins.list.join
    notes = [said("notes", note=shown(note), count=count) for note, count in edition.denominations.items()]
    cash = options.get("starting_cash")
    in_notes = said("cash_in_notes", cash=shown(edition.starting_cash), notes=join(notes))
    yield line("cash", shown(cash) if isinstance(cash, int) else in_notes)
    yield line("salary", shown(edition.salary))
    yield line("fee", shown(edition.jail_fee))
    yield line("pieces", said("stock", houses=edition.houses, hotels=edition.hotels))
    costs: dict[int, list[str]] = {}
    for group, deeds in edition.groups.items():
        if cost := edition.deeds[deeds[0]].building_cost:
            costs.setdefault(cost, []).append(edition.group_names[group][language])
    yield line("building", " / ".join(f"{shown(cost)} {join(groups)}" for cost, groups in costs.items()))
    rents = {deed.kind: deed.rents for deed in edition.deeds}
    yield line("railroads", said("railroads_rent", rents=" / ".join(map(shown, rents["railroad"]))))
    yield line("utilities", said("utilities_rent", times=" / ".join(map(str, rents["utility"]))))
