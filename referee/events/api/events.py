"""Events: tournaments."""

from __future__ import annotations

from typing import Any

from flask import Response
from sqlmodel import select

from referee.core import audit
from referee.core.access.guard import allowed, somebody
from referee.core.access.scope import event_for
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer, page
from referee.core.http.schemas import Page
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.commands import open_event
from referee.events.schemas import EventChange, EventIn, EventOut, EventPage
from referee.models import Event

blueprint = StrictBlueprint("events", __name__, url_prefix="/api/v1/events", description="Tournaments")


def as_json(event: Event) -> dict[str, Any]:
    """An event as it is answered."""
    return {
        "id": event.id,
        "name": event.name,
        "language": event.language,
        "created_at": event.created_at,
        "archived_at": event.archived_at,
    }


@endpoint(blueprint, "GET", "", query=Page, gives=EventPage)
def list_events(query: dict[str, Any]) -> Response:
    """The events that one has a role in, the latest first."""
    who = somebody()
    limit = query["limit"]
    wanted = select(Event).order_by(Event.id.desc()).limit(limit + 1)  # type: ignore[attr-defined]
    if not who.administrator:
        wanted = wanted.where(Event.id.in_(who.roles))  # type: ignore[attr-defined]
    if "cursor" in query:
        wanted = wanted.where(Event.id < query["cursor"])
    with service().database.read() as session:
        rows = [as_json(event) for event in session.exec(wanted)]
    return answer(page(rows, limit, lambda row: str(row["id"])))


@endpoint(blueprint, "POST", "", body=EventIn, gives=EventOut, status=201)
def create_event(query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Make an event."""
    who = allowed("event.create")
    database = service().database
    now = database.now()
    with database.write() as session:
        event = open_event(session, now, who, body["name"], body["language"])
    return answer(as_json(event), 201, headers={"Location": f"/api/v1/events/{event.id}"})


@endpoint(blueprint, "GET", "/<event_id>", gives=EventOut)
def show_event(query: dict[str, Any], event_id: str) -> Response:
    """An event."""
    body = as_json(event_for("event.read", event_id))
    return answer(body, tag=repr(body))


@endpoint(blueprint, "PATCH", "/<event_id>", body=EventChange, gives=EventOut)
def change_event(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Change an event's name or language, or put it away (``archived``)."""
    who = allowed("event.change", event_id)
    database = service().database
    now = database.now()
    with database.write() as session:
        event = session.get(Event, event_id)
        if event is None:
            raise Problem("not_found", path=event_id)
        event.name = body.get("name", event.name)
        event.language = body.get("language", event.language)
        if "archived" in body:
            event.archived_at = (event.archived_at or now) if body["archived"] else None
        session.add(event)
        audit.record(session, now, who, "event.change", f"event:{event_id}", event_id, **body)
    return answer(as_json(event))
