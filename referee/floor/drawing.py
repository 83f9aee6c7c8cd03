"""The floor plan as a drawing on pages and screens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.core.language import word
from tournaments.floor import FloorThing, extent, spans

SIDE = 100
"""The side of a place on the grid, in units of the drawing."""
AISLE = 0.4
"""The width of a column or row on which nothing stands, so that tables are as large as possible."""


@dataclass(frozen=True, slots=True)
class DrawnThing:
    """Something on the drawing.  ``left``, ``top``: of its place; ``label``: a table's number, or what it is."""

    kind: str
    left: int
    top: int
    label: str
    number: int


@dataclass(frozen=True, slots=True)
class FloorDrawing:
    """A floor plan, ready to be drawn.  ``width``, ``height``: of the whole."""

    width: int
    height: int
    things: tuple[DrawnThing, ...]


def drawn(things: Sequence[FloorThing]) -> FloorDrawing | None:
    """The drawing of a floor plan in the reader's language, without the empty edges of its grid; None if nothing is
    placed.
    """
    if not things:
        return None
    part = extent(things)
    across = spans({each.column - part.left: 1.0 for each in things}, part.columns, AISLE)
    down = spans({each.row - part.top: 1.0 for each in things}, part.rows, AISLE)
    placed = (
        DrawnThing(
            each.kind,
            round(across[each.column - part.left] * SIDE),
            round(down[each.row - part.top] * SIDE),
            str(each.number) if each.kind == "table" else word(f"floor_{each.kind}"),
            each.number,
        )
        for each in things
    )
    return FloorDrawing(round(across[-1] * SIDE), round(down[-1] * SIDE), tuple(placed))
