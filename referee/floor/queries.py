"""The floor plan as it is kept, and how it is drawn."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from sqlmodel import Session

from referee.core.http.declared import FieldExample
from referee.core.http.fields import OneOf
from referee.core.language import word
from referee.models import HallFloor
from tournaments.floor import KINDS, LAST, FloorThing, extent, spans
from tournaments.typed import Whole

HIGHEST = 999
"""The highest number of a table."""


@dataclass(frozen=True, slots=True)
class PlacedThing:
    """Something in the hall."""

    kind: Annotated[str, OneOf(KINDS), FieldExample("table")]
    column: Annotated[int, Whole(0, LAST), "From 0, at the left."]
    row: Annotated[int, Whole(0, LAST), "From 0, at the top."]
    number: Annotated[int, Whole(0, HIGHEST), "Of a table; 0 for anything else."] = 0


@dataclass(frozen=True, slots=True)
class FloorView:
    """Where everything stands; nothing, if there is no floor plan."""

    things: Sequence[PlacedThing]


def floor_of(session: Session, event_id: str) -> tuple[FloorThing, ...]:
    """The things on the floor plan of an event; none if it has no plan."""
    row = session.get(HallFloor, event_id)
    return () if row is None else tuple(FloorThing(**each) for each in json.loads(row.things))


def floor_view(things: Sequence[FloorThing]) -> FloorView:
    return FloorView([PlacedThing(each.kind, each.column, each.row, each.number) for each in things])


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
