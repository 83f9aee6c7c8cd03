"""The pages of an event's regulation with its versions, deviations and forms, and of what visitors read about it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from zoneinfo import available_timezones

from flask import Blueprint, Response, request

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.http.body_limits import LARGEST, takes_up_to
from referee.core.language import language
from referee.core.pages.format import moment
from referee.core.pages.forms import asked, form_view
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.core.zone import zone_name
from referee.events import commands
from referee.events.commands import EDITABLE_FIELDS, ChangeEvent, change_event
from referee.events.pictures import MAX_SPONSORS, AddPicture, add_picture, picture_file, pictures_of, remove_picture
from referee.events.regulation import Version, VersionView, latest_version, parse_regulation, version_view, versions
from referee.events.regulation_text import goes_on_text, regulation_text, summary
from tournaments.regulation import shipped

blueprint = Blueprint("regulation_page", __name__)


@dataclass(frozen=True, slots=True)
class ShippedChoice:
    """A shipped regulation on a card.

    ``short``: in one line; ``points``: its first rule; ``goes_on``: how many go on, and where; empty if nobody does.
    """

    name: str
    title: str
    short: str
    points: str
    goes_on: str


@dataclass(frozen=True, slots=True)
class RegulationVersionRow:
    """A version as the page lists it.  ``changes``: path, old and new value of each key that it changed."""

    version: VersionView
    title: str
    at: str
    changes: Sequence[tuple[str, str, str]]


def choices(language: str, size: str) -> list[ShippedChoice]:
    """Return the shipped regulations as cards.  ``size``: only those with tables of this size; empty for all."""
    every = [(name, shipped.load(name)) for name in shipped.names()]
    return [
        ShippedChoice(
            name,
            each.titles[language],
            summary(each, language),
            regulation_text(each, language).points[0],
            goes_on_text(each, each.qualification, language) if each.qualification is not None else "",
        )
        for name, each in every
        if not size or size in map(str, each.tables.sizes)
    ]


def version_row(version: Version, language: str) -> RegulationVersionRow:
    view, title = version_view(version), parse_regulation(version.row.text).titles[language]
    changes = [(each.path, value_json(each.before), value_json(each.after)) for each in view.changes]
    return RegulationVersionRow(view, title, moment(view.made_at), changes)


def value_json(given: object) -> str:
    """Return a value of a regulation's file as JSON, or a dash if there is none."""
    return "–" if given is None else json.dumps(given, ensure_ascii=False)


def page(event_id: str, given: dict[str, str] | None = None, problem: dict[str, object] | None = None) -> str:
    """Render the regulation in force, and the forms as filled in.  ``?look=``: the shipped one to show instead."""
    event = event_for("event.read", event_id)
    chosen = request.args.get("look", "")
    with service().database.read() as session:
        current = latest_version(session, event_id)
        every = versions(session, event)
    in_force = regulation_text(parse_regulation(current.text), language()) if current else None
    other = regulation_text(shipped.load(chosen), language()) if chosen in shipped.names() else None
    return framed(
        "events/regulation.html",
        event,
        regulation=other or in_force,
        looked=chosen if other else "",
        ruleset=parse_regulation(current.text).game.ruleset if current else "",
        current=current,
        locked=event.locked_at is not None,
        choices=choices(language(), request.args.get("size", "")),
        size=request.args.get("size", ""),
        versions=[version_row(each, language()) for each in reversed(every)],
        given={"text": current.text if current else "", "shipped": "", "reason": "", **(given or {})},
        problem=problem,
    )


@blueprint.get("/events/<event_id>/regulation")
def show_regulation(event_id: str) -> str:
    return page(event_id)


def given_regulation() -> dict[str, str]:
    """Return the form as it was filled in; an uploaded file takes precedence over the text."""
    given = {key: request.form[key] for key in ("shipped", "text", "reason") if request.form.get(key)}
    file = request.files.get("file")
    if file is not None and (data := file.read()):
        given["text"] = data.decode("utf-8", "replace")
        file.seek(0)
    return given


def render_again(event_id: str, problem: dict[str, object]) -> str:
    return page(event_id, given_regulation(), problem)


@blueprint.post("/events/<event_id>/regulation")
@takes_up_to(LARGEST)
@form_view(render_again)
def post_regulation(event_id: str) -> str:
    """Adopt a shipped regulation, or one's own from a file or text."""
    allowed("regulation.change", event_id)
    event_for("event.read", event_id)
    commands.adopt_regulation(caller(), event_id, asked(commands.AdoptRegulation, given_regulation()))
    return f"/events/{event_id}/regulation"


@blueprint.post("/events/<event_id>/put-away")
@form_view(page)
def post_put_away(event_id: str) -> str:
    """Delete an event in which nothing has happened."""
    commands.delete_event(caller(), event_id)
    return "/"


zones_here = cache(lambda: sorted(available_timezones()))  # to find them, hundreds of files are opened


@blueprint.get("/events/<event_id>/about")
def show_about(event_id: str, problem: dict[str, object] | None = None) -> str:
    """Show the form with what was entered, or else with the stored values."""
    event = event_for("event.change", event_id)
    stored = {**{name: str(getattr(event, name)) for name in EDITABLE_FIELDS}, "zone": zone_name()}
    form = {name: request.form.get(name, stored[name]) for name in EDITABLE_FIELDS}
    with service().database.read() as session:
        pictures = pictures_of(session, event_id)
    return framed(
        "events/about.html",
        event,
        form=form,
        zones=zones_here(),
        pictures=pictures,
        most=MAX_SPONSORS,
        problem=problem,
    )


@blueprint.post("/events/<event_id>/about")
@form_view(show_about)
def post_about(event_id: str) -> str:
    allowed("event.change", event_id)
    typed = {name: request.form.get(name, "") for name in EDITABLE_FIELDS}
    if not typed["zone"].strip():  # an event is always somewhere
        del typed["zone"]
    change_event(caller(), event_id, asked(ChangeEvent, typed))
    return f"/events/{event_id}/about"


@blueprint.post("/events/<event_id>/pictures")
@takes_up_to(LARGEST)
@form_view(show_about)
def post_picture(event_id: str) -> str:
    allowed("event.change", event_id)
    file = request.files.get("file")
    add_picture(caller(), event_id, asked(AddPicture, request.form), file.read() if file is not None else b"")
    return f"/events/{event_id}/about#pictures"


@blueprint.post("/events/<event_id>/pictures/<picture_id>/remove")
@form_view(lambda event_id, picture_id, problem=None: show_about(event_id, problem))
def post_no_picture(event_id: str, picture_id: str) -> str:
    remove_picture(caller(), event_id, picture_id)
    return f"/events/{event_id}/about#pictures"


@blueprint.get("/events/<event_id>/pictures/<picture_id>")
def show_picture(event_id: str, picture_id: str) -> Response:
    """Send a picture to the staff.  Raises the problem ``not_found``."""
    allowed("event.read", event_id)
    with service().database.read() as session:
        content, media = picture_file(session, event_id, picture_id)
    return Response(content, mimetype=media, headers={"Cache-Control": "private, max-age=3600"})
