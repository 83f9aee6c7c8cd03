"""Regulations: those that are shipped, and the one that an event is held by."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.core.access.guard import allowed, somebody
from referee.core.access.scope import event_for
from referee.core.http.body_limits import LARGEST
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.regulation import Version, adopt, in_force, plain, read, versions
from referee.events.schemas import RegulationIn, RegulationOut, ShippedPage, VersionPage
from referee.models import Event, RegulationVersion
from tournaments.regulation import shipped
from tournaments.regulation.regulation import Regulation

blueprint = StrictBlueprint("regulations", __name__, url_prefix="/api/v1", description="How an event is played")

TOML = "application/toml"


def head(regulation: Regulation) -> dict[str, Any]:
    """What a regulation says about itself."""
    return {
        "name": regulation.name,
        "version": regulation.version,
        "titles": dict(regulation.titles),
        "fingerprint": regulation.fingerprint,
        "sources": list(regulation.sources),
    }


def as_json(event: Event, version: RegulationVersion) -> dict[str, Any]:
    """The regulation of an event as it is answered."""
    regulation = read(version.text)
    return {
        **head(regulation),
        "number": version.number,
        "locked": event.locked_at is not None,
        "text": version.text,
        "content": plain(regulation.content),
        "author": version.author,
        "made_at": version.made_at,
        "reason": version.reason,
    }


def version_json(version: Version) -> dict[str, Any]:
    """A version as it is listed."""
    regulation = read(version.row.text)
    return {
        "number": version.row.number,
        "name": regulation.name,
        "version": regulation.version,
        "fingerprint": version.row.fingerprint,
        "author": version.row.author,
        "made_at": version.row.made_at,
        "reason": version.row.reason,
        "deviates": version.deviates,
        "changes": [
            {"path": each.path, "before": plain(each.before), "after": plain(each.after)} for each in version.changes
        ],
    }


def text_of(given: dict[str, Any]) -> str:
    """The text that somebody gives, or that of a shipped one by name; read once, before anything is written.

    Raises `Faulty` with every fault.
    """
    text = str(given["text"]) if "text" in given else shipped.text(given["shipped"])
    read(text)
    return text


@endpoint(blueprint, "GET", "/regulations", gives=ShippedPage)
def list_shipped_regulations(query: dict[str, Any]) -> Response:
    """The regulations that come with the service, by name."""
    somebody()
    rows = [head(shipped.load(name)) for name in shipped.names()]
    return answer({"rows": rows, "next": None}, tag=repr(rows))


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
    return answer(as_json(event, version), tag=f"{version.number} {version.fingerprint} {event.locked_at}")


@endpoint(blueprint, "PUT", "/events/<event_id>/regulation", body=RegulationIn, gives=RegulationOut, fails=(409,),
          largest=LARGEST)  # fmt: skip
def put_regulation(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Choose a shipped regulation, or give one's own; 422 `faulty` has every fault.

    Once the first round has started it is locked: a change is a deviation, and needs a reason (409
    `regulation_locked`).  The same text again changes nothing.
    """
    who = allowed("regulation.change", event_id)
    text = text_of(body)
    read(text)  # and remembered: nothing is parsed while the event is held
    database = service().database
    now = database.now()
    with database.write() as session:
        version = adopt(session, now, who, event_id, text, body.get("reason"))
        event = session.get_one(Event, event_id)
    service().bus.publish(event_id)
    return answer(as_json(event, version))


@endpoint(blueprint, "GET", "/events/<event_id>/regulation/versions", gives=VersionPage)
def list_regulation_versions(query: dict[str, Any], event_id: str) -> Response:
    """Every regulation that the event was held by, with author, reason, and what changed key by key."""
    event = event_for("event.read", event_id)
    with service().database.read() as session:
        rows = [version_json(each) for each in versions(session, event)]
    return answer({"rows": rows, "next": None}, tag=repr(rows))
