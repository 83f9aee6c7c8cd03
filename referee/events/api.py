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

blueprint = StrictBlueprint("events", __name__, url_prefix="/api/v1/events", description="Tournaments")
audit = StrictBlueprint("audit", __name__, url_prefix="/api/v1", description="Who changed what")
regulations = StrictBlueprint("regulations", __name__, url_prefix="/api/v1", description="How an event is played")

TOML = "application/toml"


@endpoint(blueprint, "GET", "", query=EventsQuery, gives=EventPage)
def list_events(query: dict[str, Any]) -> Response:
    """The events that one has a role in, the latest first; those put away only when they are asked for."""
    who = require_principal()
    with service().database.read() as session:
        among = None if who.administrator else who.roles
        views = events_of(session, query["limit"] + 1, query.get("cursor"), among, archived=query["archived"])
    return page(EventOut, views, query["limit"])


@endpoint(blueprint, "POST", "", body=EventIn, gives=EventOut, status=201, fails=(404,))
def create_event(query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Make an event."""
    event = commands.create_event(caller(), commands.CreateEvent(**body))
    return answer(EventOut().dump(event), 201, headers={"Location": f"/api/v1/events/{event.id}"})


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
    """Return a page of the audit log, of one event or of the whole service."""
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


@endpoint(regulations, "GET", "/regulations", gives=ShippedPage)
def list_shipped_regulations(query: dict[str, Any]) -> Response:
    """The regulations that come with the service, by name."""
    require_principal()
    views = [regulation_head(shipped.load(name)) for name in shipped.names()]
    return whole_list(ShippedRow, views, tag=repr(views))


@endpoint(regulations, "GET", "/regulations/<name>", gives=None, media=(TOML,))
def show_shipped_regulation(query: dict[str, Any], name: str) -> Response:
    """The TOML of a shipped regulation, comments and all: a good beginning for one's own."""
    require_principal()
    if name not in shipped.names():
        raise Problem("not_found", path=name)
    return Response(shipped.text(name), content_type=TOML)


@endpoint(regulations, "GET", "/events/<event_id>/regulation", gives=RegulationOut, fails=(409,))
def show_regulation(query: dict[str, Any], event_id: str) -> Response:
    """The regulation that an event is held by; 409 `no_regulation` while there is none."""
    event = event_for("event.read", event_id)
    with service().database.read() as session:
        version = in_force(session, event_id)
    view = regulation_view(event, version)
    return answer(RegulationOut().dump(view), tag=f"{version.number} {version.fingerprint} {event.locked_at}")


@endpoint(regulations, "PUT", "/events/<event_id>/regulation", body=RegulationIn, gives=RegulationOut, fails=(409,),
          largest=LARGEST)  # fmt: skip
def put_regulation(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Choose a shipped regulation, or give one's own; 422 `faulty` has every fault.

    Once the first round has started it is locked: a change is a deviation, and needs a reason (409
    `regulation_locked`).  The same text again changes nothing.
    """
    view = commands.adopt_regulation(caller(), commands.AdoptRegulation(event_id, **body))
    return answer(RegulationOut().dump(view))


@endpoint(regulations, "GET", "/events/<event_id>/regulation/versions", gives=VersionPage)
def list_regulation_versions(query: dict[str, Any], event_id: str) -> Response:
    """Every regulation that the event was held by, with author, reason, and what changed key by key."""
    event = event_for("event.read", event_id)
    with service().database.read() as session:
        views = [version_view(each) for each in versions(session, event)]
    return whole_list(VersionOut, views, tag=repr(views))
