"""The HTTP API of the floor plan."""

from __future__ import annotations

from referee.core.access.scope import event_for
from referee.core.http.endpoint import StrictBlueprint, endpoint, operation
from referee.core.service import service
from referee.floor import commands
from referee.floor.queries import FloorView, floor_of, floor_view

blueprint = StrictBlueprint("floor_api", __name__, url_prefix="/api/v1", description="The floor plan of the hall")


@endpoint(blueprint, "GET", "/events/<event_id>/floor", gives=FloorView)
def show_floor(event_id: str) -> FloorView:
    """Get the floor plan of the hall: where on a grid its tables, entrance, desk and screen are."""
    event_for("event.read", event_id)
    with service().database.read() as session:
        return floor_view(floor_of(session, event_id))


operation(blueprint, "PUT", "/events/<event_id>/floor", commands.place_things)
