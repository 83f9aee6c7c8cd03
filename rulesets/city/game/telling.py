"""What everything that shows a game of Monopoly City asks for: districts, pieces, sheets, figures, handling."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from rulesets.city.game.board import MONEY, Edition
from rulesets.city.game.labels import PARTS, PIECES, TEXTS
from rulesets.city.game.options import OPTIONS
from rulesets.city.game.pieces import BONUSES, HAZARDS, SIZES
from rulesets.city.game.table import Figures, Table
from rulesets.kernel.telling.assets import AssetDeed, AssetGroup, Assets, BlockPieces, ChosenPiece
from rulesets.kernel.telling.counting import Sheet, SheetColumn
from rulesets.kernel.telling.handling import Calls, Handling, Timer
from rulesets.kernel.telling.pieces import Piece
from rulesets.languages import LANGUAGES
from rulesets.languages.counted import fill
from rulesets.letters import letters

NOTES = (5000, 1000, 500, 200, 100, 50, 10)
"""The notes, in K (MONEY-1)."""
SEVERAL = " ×{count}"
NONE = dict.fromkeys(LANGUAGES, "–")
FIGURES = TEXTS["figures"]

# -- pieces


def _drawn(language: str) -> tuple[Piece, ...]:
    """Blocks of either kind (residential ones are void beside a hazard), what is built without counting as a block,
    bonus buildings and hazards.
    """
    marks = letters(language)["pieces"]

    def blocks(key: str, look: str, void_by: str = "") -> Piece:
        said, void = (TEXTS["blocks"][key][language],), TEXTS["void"][language] if void_by else ""
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


def _present(key: str) -> ChosenPiece:
    return ChosenPiece(key, PARTS[key], ((False, NONE), (True, PARTS[key])))


def _any_of(key: str, pieces: Iterable[str]) -> ChosenPiece:
    """Pieces of which any may stand there."""
    return ChosenPiece(key, PARTS[key], (([], NONE), *(([each], PIECES[each]) for each in pieces)))


COUNTED = (
    BlockPieces("residential", PARTS["residential"], SIZES, Figures().block_limit),
    BlockPieces("industrial", PARTS["industrial"], SIZES, Figures().block_limit),
    _present("skyscraper"),
    _present("tower"),
    _any_of("hazards", HAZARDS),
)
"""What changes the rent of a district (CITY/END, CITY/RENT)."""

# -- what is owned and counted

COLUMNS = (
    *(SheetColumn(title, brief=False) for title in ("land_rent", *map(str, range(1, Figures().block_limit + 1)))),
    *(SheetColumn(title, by_hand=True) for title in (*(each.key for each in COUNTED), "mortgaged")),
)
"""What a form asks for is written by hand, so that one can be filled in from the other."""
SHEET = Sheet(
    ("time_up", "last_left", "ruling"),
    ("cash", "rents", "total", "fell", "rank", "points"),
    "fill_in_city",
    COLUMNS,
)
"""Cash and the present rents of the districts (CITY/END-1 to END-3).  Pieces and mortgaged districts count nothing, and
notes are not counted by value: an edition need not say which it has.
"""


@cache
def _pieces() -> Mapping[str, tuple[Piece, ...]]:
    return {language: _drawn(language) for language in LANGUAGES}


def assets(edition: Edition) -> Assets:
    """What can be owned on an edition's board.  Nobody knows how much money is in the box (MONEY-2)."""
    return Assets(
        board=edition.names,
        called=TEXTS["called"],
        groups=tuple(
            AssetGroup(group, edition.group_names[group], tuple(_district(edition, number) for number in numbers))
            for group, numbers in edition.groups.items()
        ),
        pieces=_pieces(),
        sheet=SHEET,
        notes=NOTES,
        mortgages=True,
    )


def _district(edition: Edition, number: int) -> AssetDeed:
    deed = edition.deeds[number]
    return AssetDeed(deed.key, edition.spaces[deed.space].names, COUNTED, (deed.land_rent, *deed.rents))


# -- how it is logged

RISES = (0, 100, 200, 500, 1000, 2000)
CALLS = Calls(rises=RISES, fine=RISES, round=100, opening=(25, 50, 75, 100, 125, 150))
"""Districts cost 1.5M to 5M, so nobody calls in notes of 10K (AUCTION-3 allows it)."""

TIMED = ("start_auction", "bid", "close_auction", "start_trade", "trade")
"""What the lamp limits (AUCTION-2, TRADE-3)."""

ASKED = ("build", "build_railroad", "build_stadium", "build_skyscraper", "build_tower", "remove_hazard")
"""What costs millions, or stands for good."""


def handling(table: Table) -> Handling:
    """Return how a game is handled; mortgages and the final count go by the rents (MORT-2, END-2)."""
    return Handling(
        calls=CALLS,
        deal_sums=(100, 200, 500, 1000, 2000, 5000),
        timer=Timer(table.options["auction_seconds"], TIMED),
        asked=ASKED,
        deeds_at_rent=True,
    )


# -- what is looked up most


def key_figures(edition: Edition, options: Mapping[str, Any], language: str) -> Iterator[tuple[str, str]]:
    """Yield the figures of an edition, as played with these options: label and value."""
    fixed, shown = Figures(), MONEY.shown
    chosen = {each.name: each.default for each in OPTIONS} | dict(options)

    def line(key: str, **facts: object) -> tuple[str, str]:
        words = FIGURES[key]
        return words["is"][language], fill(words["says"][language], **facts)

    yield line("cash", amount=shown(chosen["starting_cash"]))
    yield line("income", amount=shown(edition.go_income), more=shown(fixed.stadium_income))
    yield line("bail", amount=shown(fixed.bail))
    yield line("auction", seconds=chosen["auction_seconds"], least=shown(fixed.least_bid))
    yield line("blocks", count=fixed.block_limit)
    yield line("stadium", amount=shown(fixed.stadium_price), count=fixed.stadiums)
    yield line("tower", amount=shown(fixed.tower_price))
    yield line("removal", amount=shown(fixed.removal))
    yield line("tax", amount=shown(fixed.industry_tax))
