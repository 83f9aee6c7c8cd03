"""The API of events, of their audit logs and of regulations: the shipped ones and the one of an event."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.core.access.guard import allowed, require_principal
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.http.body_limits import LARGEST
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer, page, whole_list
from referee.core.http.schemas import Page
from referee.core.problems import Problem
from referee.core.service import service
from referee.events import commands
from referee.events.queries import audit_entries, event_view
from referee.events.queries import list_events as events_of
from referee.events.regulation import in_force, regulation_head, regulation_view, version_view, versions
from referee.events.schemas import (
    AuditOut,
    AuditPage,
    EventChange,
    EventIn,
    EventOut,
    EventPage,
    EventsQuery,
    RegulationIn,
    RegulationOut,
    ShippedPage,
    ShippedRow,
    VersionOut,
    VersionPage,
)
from tournaments.regulation import shipped

blueprint = StrictBlueprint("events", __name__, url_prefix="/api/v1/events", description="Events (tournaments)")
audit = StrictBlueprint("audit", __name__, url_prefix="/api/v1", description="Audit log")
regulations = StrictBlueprint("regulations", __name__, url_prefix="/api/v1", description="Regulations of events")

TOML = "application/toml"


@endpoint(blueprint, "GET", "", query=EventsQuery, gives=EventPage)
def list_events(query: dict[str, Any]) -> Response:
    """List the events in which you have a role, newest first.

    Archived events are included only on request.
    """
    who = require_principal()
    with service().database.read() as session:
        among = None if who.administrator else who.roles
        views = events_of(session, query["limit"] + 1, query.get("cursor"), among, archived=query["archived"])
    return page(EventOut, views, query["limit"])


@endpoint(blueprint, "POST", "", body=EventIn, gives=EventOut, status=201, fails=(404,))
def create_event(query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Create an event."""
    event = commands.create_event(caller(), commands.CreateEvent(**body))
    return answer(EventOut().dump(event), 201, headers={"Location": f"/api/v1/events/{event.id}"})


@endpoint(blueprint, "GET", "/<event_id>", gives=EventOut)
def show_event(query: dict[str, Any], event_id: str) -> Response:
    """Get an event."""
    body = EventOut().dump(event_view(event_for("event.read", event_id)))
    return answer(body, tag=repr(body))


@endpoint(blueprint, "PATCH", "/<event_id>", body=EventChange, gives=EventOut)
def change_event(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Change an event: its name, language, day, place and other details, or archive it (``archived``)."""
    return answer(EventOut().dump(commands.change_event(caller(), event_id, commands.ChangeEvent(**body))))


@endpoint(blueprint, "DELETE", "/<event_id>", gives=None, status=204, fails=(409,))
def delete_event(query: dict[str, Any], event_id: str) -> Response:
    """Delete an event in which nothing has happened.

    409 `event_in_use` for any other event; those can be archived.
    """
    commands.delete_event(caller(), event_id)
    return Response(status=204)


def audit_page(query: dict[str, Any], event_id: str | None) -> Response:
    """Return a page of the audit log, of one event or of the whole service."""
    with service().database.read() as session:
        views = audit_entries(session, query["limit"] + 1, query.get("cursor"), event_id)
    return page(AuditOut, views, query["limit"])


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
def list_shipped_regulations(query: dict[str, Any]) -> Response:
    """List the regulations that come with the service, by name."""
    require_principal()
    views = [regulation_head(shipped.load(name)) for name in shipped.names()]
    return whole_list(ShippedRow, views, tag=repr(views))


@endpoint(regulations, "GET", "/regulations/<name>", gives=None, media=(TOML,))
def show_shipped_regulation(query: dict[str, Any], name: str) -> Response:
    """Get the TOML text of a shipped regulation, including comments.

    It is a good starting point for your own regulation.
    """
    require_principal()
    if name not in shipped.names():
        raise Problem("not_found", path=name)
    return Response(shipped.text(name), content_type=TOML)


@endpoint(regulations, "GET", "/events/<event_id>/regulation", gives=RegulationOut, fails=(409,))
def show_regulation(query: dict[str, Any], event_id: str) -> Response:
    """Get the regulation of an event.

    409 `no_regulation` if it has none yet.
    """
    event = event_for("event.read", event_id)
    with service().database.read() as session:
        version = in_force(session, event_id)
    view = regulation_view(event, version)
    return answer(RegulationOut().dump(view), tag=f"{version.number} {version.fingerprint} {event.locked_at}")


@endpoint(
    regulations,
    "PUT",
    "/events/<event_id>/regulation",
    body=RegulationIn,
    gives=RegulationOut,
    fails=(409,),
    largest=LARGEST,
)
def put_regulation(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Adopt a shipped regulation for an event, or your own.

    422 `faulty` lists every fault.  Once the first round has started the regulation is locked: a change is then a
    deviation and needs a reason (409 `regulation_locked`).  Sending the same text again changes nothing.
    """
    view = commands.adopt_regulation(caller(), commands.AdoptRegulation(event_id, **body))
    return answer(RegulationOut().dump(view))


@endpoint(regulations, "GET", "/events/<event_id>/regulation/versions", gives=VersionPage)
def list_regulation_versions(query: dict[str, Any], event_id: str) -> Response:
    """List all versions of an event's regulation, with author, reason, and changes key by key."""
    event = event_for("event.read", event_id)
    with service().database.read() as session:
        views = [version_view(each) for each in versions(session, event)]
    return whole_list(VersionOut, views, tag=repr(views))
