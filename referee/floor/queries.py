"""The floor plan as it is kept."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from sqlmodel import Session

from referee.core.http.declared import FieldExample
from referee.core.http.validate import OneOf
from referee.models import HallFloor
from tournaments.floor import KINDS, LAST, FloorThing
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
