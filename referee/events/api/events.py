"""Events, and what was changed in them."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.core.access.guard import allowed, somebody
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer, page
from referee.core.http.schemas import Page
from referee.core.service import service
from referee.events import commands
from referee.events.queries import audit_entries, event_view
from referee.events.queries import list_events as events_of
from referee.events.schemas import AuditOut, AuditPage, EventChange, EventIn, EventOut, EventPage, EventsQuery

blueprint = StrictBlueprint("events", __name__, url_prefix="/api/v1/events", description="Tournaments")
audit = StrictBlueprint("audit", __name__, url_prefix="/api/v1", description="Who changed what")


@endpoint(blueprint, "GET", "", query=EventsQuery, gives=EventPage)
def list_events(query: dict[str, Any]) -> Response:
    """The events that one has a role in, the latest first; those put away only when they are asked for."""
    who = somebody()
    with service().database.read() as session:
        among = None if who.administrator else who.roles
        views = events_of(session, query["limit"] + 1, query.get("cursor"), among, archived=query["archived"])
    return page(EventOut, views, query["limit"])


@endpoint(blueprint, "POST", "", body=EventIn, gives=EventOut, status=201, fails=(404,))
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


@endpoint(blueprint, "DELETE", "/<event_id>", gives=None, status=204, fails=(409,))
def delete_event(query: dict[str, Any], event_id: str) -> Response:
    """Delete an event that nothing has happened in; 409 `event_in_use` for any other, which can be put away."""
    commands.delete_event(caller(), event_id)
    return Response(status=204)


def audit_page(query: dict[str, Any], event_id: str | None) -> Response:
    """A page of changes, in an event or everywhere."""
    with service().database.read() as session:
        views = audit_entries(session, query["limit"] + 1, query.get("cursor"), event_id)
    return page(AuditOut, views, query["limit"])


@endpoint(audit, "GET", "/events/<event_id>/audit", query=Page, gives=AuditPage)
def list_event_audit(query: dict[str, Any], event_id: str) -> Response:
    """What was changed in an event, besides the logs of its tables; the newest first."""
    allowed("audit.read", event_id)
    return audit_page(query, event_id)


@endpoint(audit, "GET", "/audit", query=Page, gives=AuditPage)
def list_audit(query: dict[str, Any]) -> Response:
    """Everything that was changed, the newest first."""
    allowed("audit.read")
    return audit_page(query, None)
