"""Regulations: those that are shipped, and the one that an event is held by."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.core.access.guard import somebody
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.http.body_limits import LARGEST
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer, whole_list
from referee.core.problems import Problem
from referee.core.service import service
from referee.events import commands
from referee.events.regulation import in_force, regulation_head, regulation_view, version_view, versions
from referee.events.schemas import RegulationIn, RegulationOut, ShippedPage, ShippedRow, VersionOut, VersionPage
from tournaments.regulation import shipped

blueprint = StrictBlueprint("regulations", __name__, url_prefix="/api/v1", description="How an event is played")

TOML = "application/toml"


@endpoint(blueprint, "GET", "/regulations", gives=ShippedPage)
def list_shipped_regulations(query: dict[str, Any]) -> Response:
    """The regulations that come with the service, by name."""
    somebody()
    views = [regulation_head(shipped.load(name)) for name in shipped.names()]
    return whole_list(ShippedRow, views, tag=repr(views))


@endpoint(blueprint, "GET", "/regulations/<name>", gives=None, media=(TOML,))
def show_shipped_regulation(query: dict[str, Any], name: str) -> Response:
    """The TOML of a shipped regulation, comments and all: a good beginning for one's own."""
    somebody()
    if name not in shipped.names():
        raise Problem("not_found", path=name)
    return Response(shipped.text(name), content_type=TOML)


@endpoint(blueprint, "GET", "/events/<event_id>/regulation", gives=RegulationOut, fails=(409,))
def show_regulation(query: dict[str, Any], event_id: str) -> Response:
    """The regulation that an event is held by; 409 `no_regulation` while there is none."""
    event = event_for("event.read", event_id)
    with service().database.read() as session:
        version = in_force(session, event_id)
    view = regulation_view(event, version)
    return answer(RegulationOut().dump(view), tag=f"{version.number} {version.fingerprint} {event.locked_at}")


@endpoint(blueprint, "PUT", "/events/<event_id>/regulation", body=RegulationIn, gives=RegulationOut, fails=(409,),
          largest=LARGEST)  # fmt: skip
def put_regulation(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Choose a shipped regulation, or give one's own; 422 `faulty` has every fault.

    Once the first round has started it is locked: a change is a deviation, and needs a reason (409
    `regulation_locked`).  The same text again changes nothing.
    """
    view = commands.adopt_regulation(caller(), commands.AdoptRegulation(event_id, **body))
    return answer(RegulationOut().dump(view))


@endpoint(blueprint, "GET", "/events/<event_id>/regulation/versions", gives=VersionPage)
def list_regulation_versions(query: dict[str, Any], event_id: str) -> Response:
    """Every regulation that the event was held by, with author, reason, and what changed key by key."""
    event = event_for("event.read", event_id)
    with service().database.read() as session:
        views = [version_view(each) for each in versions(session, event)]
    return whole_list(VersionOut, views, tag=repr(views))
