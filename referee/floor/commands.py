"""Placing the tables, the entrance, the desk and the screen of a hall."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Annotated

from referee.core.command import Caller
from referee.core.http.field_faults import FieldFault, invalid
from referee.core.http.fields import Length
from referee.core.problems import Problem
from referee.floor.queries import FloorView, PlacedThing, floor_view
from referee.models import Event, HallFloor
from tournaments.floor import MOST, MOST_ROWS, FloorThing, shared_numbers, shared_places
from tournaments.typed import Whole


@dataclass(frozen=True, slots=True)
class PlaceThings:
    """Where everything in the hall stands."""

    things: Annotated[Sequence[PlacedThing], Length(max=MOST), "All of it; an empty list removes the floor plan."]


@dataclass(frozen=True, slots=True)
class RowsOfTables:
    """A hall whose tables stand in rows."""

    rows: Annotated[int, Whole(1, MOST_ROWS)]
    across: Annotated[int, Whole(1, MOST_ROWS)]


def place_things(caller: Caller, event_id: str, given: PlaceThings) -> FloorView:
    """Set the floor plan of an event's hall.

    Raises the problems ``not_allowed``, ``not_found``, and ``invalid`` for two things in one place, for two tables with
    one number, and for a table without one.
    """
    caller.allow("event.change", event_id)
    things = [
        FloorThing(each.kind, each.column, each.row, each.number if each.kind == "table" else 0)
        for each in given.things
    ]
    if faults := _faults(things):
        raise invalid(*faults)
    with caller.change() as change:
        session = change.session
        if session.get(Event, event_id, with_for_update={"key_share": True}) is None:
            raise Problem("not_found", path=event_id)
        row = session.get(HallFloor, event_id)
        if things:
            row = row or HallFloor(event_id=event_id, made_at=change.now)
            row.things, row.made_at = json.dumps([asdict(each) for each in things]), change.now
            session.add(row)
        elif row is not None:
            session.delete(row)
        tables = sum(each.kind == "table" for each in things)
        # The audit entry is what invalidates the cached public pages.
        change.audit("floor.change", f"event:{event_id}", event_id, tables=tables, things=len(things))
    return floor_view(things)


def _faults(things: Sequence[FloorThing]) -> list[FieldFault]:
    faults = [
        FieldFault(f"things.{at}", "floor_place_taken", {"column": things[at].column + 1, "row": things[at].row + 1})
        for at in shared_places(things)
    ]
    faults += [
        FieldFault(f"things.{at}.number", "floor_number_twice", {"number": things[at].number})
        for at in shared_numbers(things)
    ]
    faults += [
        FieldFault(f"things.{at}.number", "floor_number_missing", {})
        for at, each in enumerate(things)
        if each.kind == "table" and not each.number
    ]
    return faults
