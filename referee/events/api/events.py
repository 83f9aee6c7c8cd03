"""Events: tournaments."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.core.access.guard import somebody
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer, page
from referee.core.http.schemas import Page
from referee.core.service import service
from referee.events import commands
from referee.events.queries import event_view
from referee.events.queries import list_events as events_of
from referee.events.schemas import EventChange, EventIn, EventOut, EventPage

blueprint = StrictBlueprint("events", __name__, url_prefix="/api/v1/events", description="Tournaments")


@endpoint(blueprint, "GET", "", query=Page, gives=EventPage)
def list_events(query: dict[str, Any]) -> Response:
    """The events that one has a role in, the latest first."""
    who = somebody()
    with service().database.read() as session:
        among = None if who.administrator else who.roles
        views = events_of(session, query["limit"] + 1, query.get("cursor"), among)
    return answer(page(EventOut(many=True).dump(views), query["limit"], lambda row: str(row["id"])))


@endpoint(blueprint, "POST", "", body=EventIn, gives=EventOut, status=201)
def create_event(query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Make an event."""
    made = commands.create_event(caller(), commands.CreateEvent(**body))
    return answer(EventOut().dump(made), 201, headers={"Location": f"/api/v1/events/{made.id}"})


@endpoint(blueprint, "GET", "/<event_id>", gives=EventOut)
def show_event(query: dict[str, Any], event_id: str) -> Response:
    """An event."""
    body = EventOut().dump(event_view(event_for("event.read", event_id)))
    return answer(body, tag=repr(body))


@endpoint(blueprint, "PATCH", "/<event_id>", body=EventChange, gives=EventOut)
def change_event(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Change an event's name or language, or put it away (``archived``)."""
    return answer(EventOut().dump(commands.change_event(caller(), event_id, commands.ChangeEvent(**body))))
