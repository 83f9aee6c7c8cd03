"""The regulation of an event: what it says in words, choosing one or giving one's own, its versions and deviations."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.http.body_limits import LARGEST, takes_up_to
from referee.core.language import language
from referee.core.pages.forms import read_form, sent
from referee.core.pages.frame import framed
from referee.core.pages.moments import moment
from referee.core.service import service
from referee.events.api.regulations import text_of
from referee.events.regulation import Version, adopt, last, plain, read, versions
from referee.events.regulation_text import short, told
from referee.events.schemas import RegulationIn
from tournaments.regulation import shipped

blueprint = Blueprint("regulation_page", __name__)


def choices() -> list[dict[str, str]]:
    """The shipped regulations, each on a line."""
    every = [(name, shipped.load(name)) for name in shipped.names()]
    return [{"name": name, "title": each.titles[language()], "short": short(each)} for name, each in every]


def version_told(version: Version) -> dict[str, Any]:
    """A version as the page lists it, with what changed against the one before."""
    regulation = read(version.row.text)
    return {
        "row": version.row,
        "title": regulation.titles[language()],
        "version": regulation.version,
        "at": moment(version.row.made_at),
        "deviates": version.deviates,
        "changes": [
            {"path": each.path, "before": value(each.before), "after": value(each.after)} for each in version.changes
        ],
    }


def value(given: object) -> str:
    """A value of a regulation's file, as short as it can be written."""
    return "–" if given is None else json.dumps(plain(given), ensure_ascii=False)


def page(event_id: str, given: dict[str, str] | None = None, problem: dict[str, object] | None = None) -> str:
    """The regulation in force, and the forms with what was sent.  ``?look=``: a shipped one to be looked at instead."""
    event = event_for("event.read", event_id)
    looked = request.args.get("look", "")
    with service().database.read() as session:
        current = last(session, event_id)
        every = versions(session, event)
    in_force = told(read(current.text)) if current else None
    other = told(shipped.load(looked)) if looked in shipped.names() else None
    return framed(
        "regulation.html",
        event,
        told=other or in_force,
        looked=looked if other else "",
        ruleset=read(current.text).game.ruleset if current else "",
        current=current,
        locked=event.locked_at is not None,
        choices=choices(),
        versions=[version_told(each) for each in reversed(every)],
        given={"text": current.text if current else "", "shipped": "", "reason": "", **(given or {})},
        problem=problem,
    )


@blueprint.get("/events/<event_id>/regulation")
def show_regulation(event_id: str) -> str:
    """The regulation."""
    return page(event_id)


@blueprint.post("/events/<event_id>/regulation")
@takes_up_to(LARGEST)
def post_regulation(event_id: str) -> AnyResponse:
    """Choose a shipped regulation, or give one's own: as a file, or as text."""
    who = allowed("regulation.change", event_id)
    given = {key: request.form[key] for key in ("shipped", "text", "reason") if request.form.get(key)}
    file = request.files.get("file")
    if file is not None and (data := file.read()):
        given["text"] = data.decode("utf-8", "replace")
    event_for("event.read", event_id)

    def work() -> str:
        asked = read_form(RegulationIn, given)
        text = text_of(asked)
        read(text)  # and remembered: nothing is parsed while the event is held
        database = service().database
        now = database.now()
        with database.write() as session:
            adopt(session, now, who, event_id, text, asked.get("reason"))
        service().bus.publish(event_id)
        return f"/events/{event_id}/regulation"

    return sent(work, lambda problem: page(event_id, given, problem))
