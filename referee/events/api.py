"""The API of events, of their audit logs and of regulations: the shipped ones and the one of an event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from flask import Response

from referee.core.access.guard import allowed, require_principal
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.http import fields
from referee.core.http.body_limits import LARGEST
from referee.core.http.declared import dump, view_schema
from referee.core.http.endpoint import StrictBlueprint, endpoint, list_schema, operation
from referee.core.http.responses import answer, page
from referee.core.http.schemas import Page
from referee.core.problems import Problem
from referee.core.service import service
from referee.events import commands
from referee.events.commands import AdoptRegulation, CreateEvent
from referee.events.queries import AuditView, EventView, audit_entries
from referee.events.queries import list_events as events_of
from referee.events.regulation import (
    RegulationHead,
    RegulationView,
    VersionView,
    in_force,
    regulation_view,
    version_view,
    versions,
)
from tournaments.regulation import shipped
from tournaments.regulation.regulation import Regulation

blueprint = StrictBlueprint("events", __name__, url_prefix="/api/v1/events", description="Events (tournaments)")
audit = StrictBlueprint("audit", __name__, url_prefix="/api/v1", description="Audit log")
regulations = StrictBlueprint("regulations", __name__, url_prefix="/api/v1", description="Regulations of events")

TOML = "application/toml"


class EventsQuery(Page):
    """Which events to list."""

    archived = fields.Boolean(load_default=False, metadata={"description": "Whether to include archived events."})


@dataclass(frozen=True, slots=True)
class ShippedPage:
    """The regulations that come with the service."""

    rows: Sequence[Annotated[Regulation, view_schema(RegulationHead)]]
    next: str | None = None


@dataclass(frozen=True, slots=True)
class VersionPage:
    """The versions of a regulation, oldest first."""

    rows: Sequence[VersionView]
    next: str | None = None


EventPage = list_schema(view_schema(EventView), "EventPage")
AuditPage = list_schema(view_schema(AuditView), "AuditPage")


@endpoint(blueprint, "GET", "", query=EventsQuery, gives=EventPage)
def list_events(query: dict[str, Any]) -> Response:
    """List the events in which you have a role, newest first.

    Archived events are included only on request.
    """
    who = require_principal()
    with service().database.read() as session:
        among = None if who.administrator else who.roles
        views = events_of(session, query["limit"] + 1, query.get("cursor"), among, archived=query["archived"])
    return page(view_schema(EventView), views, query["limit"])


@endpoint(blueprint, "POST", "", body=CreateEvent, gives=EventView, status=201, fails=(404,))
def create_event(body: CreateEvent) -> Response:
    """Create an event."""
    event = commands.create_event(caller(), body)
    return answer(dump(EventView, event), 201, headers={"Location": f"/api/v1/events/{event.id}"})


@endpoint(blueprint, "GET", "/<event_id>", gives=EventView)
def show_event(event_id: str) -> Response:
    """Get an event."""
    body = dump(EventView, event_for("event.read", event_id))
    return answer(body, tag=repr(body))


operation(blueprint, "PATCH", "/<event_id>", commands.change_event)
operation(blueprint, "DELETE", "/<event_id>", commands.delete_event, fails=(409,))


def audit_page(query: dict[str, Any], event_id: str | None) -> Response:
    """Return a page of the audit log, of one event or of the whole service."""
    with service().database.read() as session:
        views = audit_entries(session, query["limit"] + 1, query.get("cursor"), event_id)
    return page(view_schema(AuditView), views, query["limit"])


@endpoint(audit, "GET", "/events/<event_id>/audit", query=Page, gives=AuditPage)
def list_event_audit(query: dict[str, Any], event_id: str) -> Response:
    """List the changes made in an event, newest first, except those in the logs of its tables."""
    allowed("audit.read", event_id)
    return audit_page(query, event_id)


@endpoint(audit, "GET", "/audit", query=Page, gives=AuditPage)
def list_audit(query: dict[str, Any]) -> Response:
    """List all changes in the service, newest first."""
    allowed("audit.read")
    return audit_page(query, None)


@endpoint(regulations, "GET", "/regulations", gives=ShippedPage)
def list_shipped_regulations() -> Response:
    """List the regulations that come with the service, by name."""
    require_principal()
    body = dump(ShippedPage, ShippedPage([shipped.load(name) for name in shipped.names()]))
    return answer(body, tag=repr(body))


@endpoint(regulations, "GET", "/regulations/<name>", gives=None, media=(TOML,))
def show_shipped_regulation(name: str) -> Response:
    """Get the TOML text of a shipped regulation, including comments.

    It is a good starting point for your own regulation.
    """
    require_principal()
    if name not in shipped.names():
        raise Problem("not_found", path=name)
    return Response(shipped.text(name), content_type=TOML)


@endpoint(regulations, "GET", "/events/<event_id>/regulation", gives=RegulationView, fails=(409,))
def show_regulation(event_id: str) -> Response:
    """Get the regulation of an event.

    409 `no_regulation` if it has none yet.
    """
    event = event_for("event.read", event_id)
    with service().database.read() as session:
        version = in_force(session, event_id)
    view = regulation_view(event, version)
    return answer(dump(RegulationView, view), tag=f"{version.number} {version.fingerprint} {event.locked_at}")


@endpoint(
    regulations,
    "PUT",
    "/events/<event_id>/regulation",
    body=AdoptRegulation,
    gives=RegulationView,
    fails=(409,),
    largest=LARGEST,
)
def put_regulation(body: AdoptRegulation, event_id: str) -> RegulationView:
    """Adopt a shipped regulation for an event, or your own.

    422 `faulty` lists every fault.  Once the first round has started the regulation is locked: a change is then a
    deviation and needs a reason (409 `regulation_locked`).  Sending the same text again changes nothing.
    """
    return commands.adopt_regulation(caller(), event_id, body)


@endpoint(regulations, "GET", "/events/<event_id>/regulation/versions", gives=VersionPage)
def list_regulation_versions(event_id: str) -> Response:
    """List all versions of an event's regulation, with author, reason, and changes key by key."""
    event = event_for("event.read", event_id)
    with service().database.read() as session:
        found = VersionPage([version_view(each) for each in versions(session, event)])
    return answer(dump(VersionPage, found), tag=repr(found))
