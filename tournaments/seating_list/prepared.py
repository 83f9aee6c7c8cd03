"""Reads a prepared seating: every row is a player at a table in a round; each fault is recorded at its row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from tournaments.fault import Fault
from tournaments.lists.cells import Cells
from tournaments.lists.columns import Columns, read_columns
from tournaments.lists.read import ImportedList, ListChoices, read_list
from tournaments.players.entrant import Entrant
from tournaments.results_list.row import MOST_SEATS, entrant_of
from tournaments.seating.reading import MOST_TABLES
from tournaments.seating.schedule import Round
from tournaments.typed import Whole

WHO = ("number", "player")


@cache
def columns() -> Columns:
    return read_columns(files("tournaments") / "seating_list")


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A row of the list.  ``player``: the id, None if the player could not be identified."""

    line: int
    values: Mapping[str, str]
    player: str | None
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class SeatList:
    """A prepared seating as read.  ``rounds``: the tables of each round, from the first one; only to be used if there
    are no faults.
    """

    imported: ImportedList
    rows: tuple[SeatRow, ...]
    rounds: tuple[Round, ...]
    list_faults: tuple[Fault, ...]

    @property
    def faults(self) -> tuple[Fault, ...]:
        return (*self.list_faults, *(fault for row in self.rows for fault in row.faults))


@dataclass(frozen=True, slots=True)
class _Seat:
    """A row whose player is known.  ``order``: the start order, 0 if the list has none."""

    cells: Cells
    player: str
    order: int


Places = dict[int, dict[int, list[_Seat]]]
"""The seats by round and table, in the order of the list."""


def seat_list(
    data: bytes, entrants: Sequence[Entrant], first: int, last: int, choices: ListChoices | None = None
) -> SeatList:
    """Read the file ``data`` with the seats of the rounds ``first`` to ``last``, which are seated together.

    The column of rounds may be missing if that is one round.  Raises `Faulty` if the file cannot be read.
    """
    required = (("table",), WHO) if first == last else (("round",), ("table",), WHO)
    imported = read_list(data, columns(), required, choices=choices)
    rows, places = [], Places()
    for record in imported.records:
        cells = Cells(record, imported.heading)
        number, table, entrant = _round(cells, first, last), _table(cells), entrant_of(cells, entrants)
        order = cells.read("start_order", Whole(1, MOST_SEATS))
        if number and table and entrant is not None:
            seat = _Seat(cells, entrant.id, order or 0)
            places.setdefault(number, {}).setdefault(table, []).append(seat)
        rows.append((cells, entrant))
    names = {each.id: each.shown for each in entrants}
    _check_people(places, names)
    for seats in (seats for tables in places.values() for seats in tables.values()):
        _check_orders(seats)
    gaps = _gaps(places, first, last)
    return SeatList(
        imported,
        tuple(
            SeatRow(cells.line, cells.values(), entrant.id if entrant is not None else None, tuple(cells.faults))
            for cells, entrant in rows
        ),
        tuple(_tables(places.get(number, {})) for number in range(first, last + 1)),
        (*imported.faults, *(() if imported.faults or any(cells.faults for cells, _ in rows) else gaps)),
    )


def _round(cells: Cells, first: int, last: int) -> int | None:
    if first == last and not cells.has("round"):
        return first
    number = cells.needed("round", Whole(1, 999))
    if number is not None and not first <= number <= last:
        cells.fault("round", "seats_other_round", given=number, first=first, last=last)
        return None
    return number


def _table(cells: Cells) -> int | None:
    return cells.needed("table", Whole(1, MOST_TABLES))


def _check_people(places: Places, names: Mapping[str, str]) -> None:
    """Record players who are seated more than once in a round."""
    for number, tables in places.items():
        seen: dict[str, int] = {}
        for table, seats in tables.items():
            for each in seats:
                if each.player in seen:
                    facts = {"name": names[each.player], "round": number, "table": seen[each.player]}
                    each.cells.fault("player", "player_in_round_twice", **facts)
                seen.setdefault(each.player, table)


def _check_orders(seats: Sequence[_Seat]) -> None:
    """Record start orders that are not 1 to the number of players, each once; a table may have none at all."""
    if not any(each.order for each in seats):
        return
    first: dict[int, int] = {}
    for each in seats:
        if not each.order:
            each.cells.fault("start_order", "cell_empty")
        elif each.order > len(seats):
            each.cells.fault("start_order", "start_order_beyond", given=each.order, most=len(seats))
        elif each.order in first:
            each.cells.fault("start_order", "start_order_twice", given=each.order, line=first[each.order])
        first.setdefault(each.order, each.cells.line)


def _gaps(places: Places, first: int, last: int) -> Iterator[Fault]:
    """Rounds without a seat, and numbers of tables that are left out."""
    for number in range(first, last + 1):
        tables = places.get(number, {})
        if not tables:
            yield Fault("", "seats_no_round", {"round": number})
        elif missing := sorted(set(range(1, max(tables))) - tables.keys()):
            yield Fault("", "seats_no_table", {"round": number, "tables": ", ".join(map(str, missing))})


def _tables(tables: Mapping[int, Sequence[_Seat]]) -> Round:
    return tuple(
        tuple(each.player for each in sorted(tables[at], key=lambda seat: seat.order)) for at in sorted(tables)
    )
