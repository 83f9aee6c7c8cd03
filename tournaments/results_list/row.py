"""A row of a list of results: who, where, and how the game ended for that player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from tournaments.lists.cells import Cells
from tournaments.lists.columns import Columns, read_columns
from tournaments.players.entrant import Entrant
from tournaments.players.fields import MOST_NUMBER, MOST_ROUND
from tournaments.players.row import same_text
from tournaments.result import PlayerResult, PointsRow
from tournaments.typed import Whole, kinds, whole

REQUIRED = (("round",), ("table",), ("number", "player"))
MOST_TABLE = 9_999
MOST_SEATS = 8
KINDS = kinds(PointsRow)
"""The columns for how a game ended, as they are typed everywhere."""
PARTS = ("cash", "deeds", "buildings")


@cache
def columns() -> Columns:
    return read_columns(files("tournaments") / "results_list")


@dataclass(frozen=True, slots=True)
class ReadRow:
    """What could be read of a row.  ``counted``: whether assets or a bankruptcy were entered."""

    round: int | None
    table: int | None
    result: PlayerResult | None
    counted: bool


def read(cells: Cells, entrants: Sequence[Entrant], seats: Mapping[tuple[int, int], Sequence[str]]) -> ReadRow:
    """Read the result in a row; faults are recorded in ``cells``.

    The start order comes from the row, else from the seating (``seats``: player ids by round and table, in start
    order), else it is 0.
    """
    round = cells.needed("round", Whole(1, MOST_ROUND))
    table = cells.needed("table", Whole(1, MOST_TABLE))
    entrant = entrant_of(cells, entrants)
    order = cells.read("start_order", Whole(1, MOST_SEATS))
    assets = _assets(cells)
    others: dict[str, Any] = {key: cells.read(key, kind) for key, kind in KINDS.items() if key != "assets"}
    if others["fell"] is not None and assets:
        cells.fault("fell", "assets_of_bankrupt", assets=assets)
    monopoly, left = (cells.yes(key) if cells.has(key) else False for key in ("monopoly", "left"))
    filled = monopoly or any(each is not None for each in (assets, *others.values()))
    if not filled and not cells.faults:
        cells.fault("assets", "result_empty")
    if entrant is None:
        return ReadRow(round, table, None, False)
    seated = seats.get((round or 0, table or 0), ())
    if order is None and entrant.id in seated:
        order = seated.index(entrant.id) + 1
    result = PlayerResult(
        entrant.id, order or 0, assets or 0, monopoly=monopoly, left=left and others["fell"] is not None, **others
    )
    return ReadRow(round, table, result, assets is not None or result.fell is not None)


def entrant_of(cells: Cells, entrants: Sequence[Entrant]) -> Entrant | None:
    """Find the entrant by number, or by name if there is no number; if both are given, they have to match the same
    player.
    """
    name = cells.text("player")
    before = len(cells.faults)
    number = cells.read("number", Whole(1, MOST_NUMBER))
    if number is None and (len(cells.faults) > before or not name):
        if len(cells.faults) == before:
            cells.fault("number" if cells.has("number") else "player", "cell_empty")
        return None
    if number is None and not any(same_text(name) in _names(each) for each in entrants):
        number = whole(name)
        name = name if number is None else ""
    found = [
        each
        for each in entrants
        if (number is None or each.number == number) and (not name or same_text(name) in _names(each))
    ]
    if len(found) == 1:
        return found[0]
    entry = " ".join(part for part in (str(number or ""), name) if part)
    if found:
        numbers = ", ".join(str(each.number) for each in found)
        cells.fault("player", "player_ambiguous", given=entry, numbers=numbers)
    else:
        cells.fault("number" if number else "player", "player_unknown", given=entry)
    return None


def _names(entrant: Entrant) -> tuple[str, ...]:
    return tuple(same_text(each) for each in (entrant.name, entrant.shown, entrant.reading) if each)


def _assets(cells: Cells) -> int | None:
    """The assets, or the sum of their parts; if both are given, they have to agree."""
    total = cells.read("assets", KINDS["assets"])
    parts = [cells.read(key, KINDS["assets"]) for key in PARTS]
    if all(part is None for part in parts):
        return total
    summed = sum(part or 0 for part in parts)
    if total is not None and total != summed:
        cells.fault("assets", "assets_differ", given=total, summed=summed)
    return summed
