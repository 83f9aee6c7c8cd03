"""The floor plan of a hall: where on a grid its tables are, its entrance, the desk, the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

KINDS = ("table", "screen", "desk", "entrance")
"""What can stand in a hall."""
LAST = 39
"""The last column and row of the grid, counted from 0."""
MOST = 400
"""The most things on a plan."""
STEP = 2
"""From one table to the next when they are placed in rows: an aisle is between them."""
MOST_ROWS = LAST // STEP - 1
"""The most rows of tables, and the most tables in one."""


@dataclass(frozen=True, slots=True)
class FloorThing:
    """Something in the hall.  ``column``, ``row``: from 0, at the top left; ``number``: of a table, 0 for the rest."""

    kind: str
    column: int
    row: int
    number: int = 0


@dataclass(frozen=True, slots=True)
class Extent:
    """The part of the grid that something stands on."""

    left: int
    top: int
    columns: int
    rows: int


def extent(things: Sequence[FloorThing]) -> Extent:
    """The smallest part of the grid that has all things; one place if there are none."""
    columns, rows = {each.column for each in things} or {0}, {each.row for each in things} or {0}
    return Extent(min(columns), min(rows), max(columns) - min(columns) + 1, max(rows) - min(rows) + 1)


def spans(used: Mapping[int, float], count: int, aisle: float) -> list[float]:
    """Where each column or row begins and, last, where the plan ends, in widths of a table.

    ``used``: how wide the columns or rows with something on them are; all others are as wide as an ``aisle``.
    """
    found = [0.0]
    for at in range(count):
        found.append(found[-1] + used.get(at, aisle))
    return found


def in_rows(rows: int, across: int) -> tuple[FloorThing, ...]:
    """Tables in rows, numbered row by row from the front, where the screen is; entrance and desk at the back."""
    tables = (
        FloorThing("table", column * STEP, (row + 1) * STEP, row * across + column + 1)
        for row in range(rows)
        for column in range(across)
    )
    back = (rows + 1) * STEP
    screen = FloorThing("screen", across - 1, 0)
    return (screen, *tables, FloorThing("entrance", 0, back), FloorThing("desk", 1 + (across > 1), back))


def shared_places(things: Sequence[FloorThing]) -> list[int]:
    """The positions in the list of things that stand where another one does already."""
    places = [(each.column, each.row) for each in things]
    return [at for at, place in enumerate(places) if place in places[:at]]


def shared_numbers(things: Sequence[FloorThing]) -> list[int]:
    """The positions in the list of tables whose number another one has already."""
    numbers = [each.number if each.kind == "table" else 0 for each in things]
    return [at for at, number in enumerate(numbers) if number and number in numbers[:at]]
