"""The regulation of an event: in words, chosen or given, with its versions and deviations."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, request

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.http.body_limits import LARGEST, takes_up_to
from referee.core.language import language
from referee.core.pages.format import moment
from referee.core.pages.forms import form_view, read_form
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.events import commands
from referee.events.regulation import VersionView, last, read, version_view, versions
from referee.events.regulation_text import regulation_text, summary
from referee.events.schemas import RegulationIn
from tournaments.regulation import shipped

blueprint = Blueprint("regulation_page", __name__)


@dataclass(frozen=True, slots=True)
class Choice:
    """A shipped regulation on a card.  ``rounds``: in words; ``points``: how they are given, the first rule."""

    name: str
    title: str
    short: str
    points: str
    final: int | None


@dataclass(frozen=True, slots=True)
class VersionRow:
    """A version as the page lists it; what changed against the one before as path, old and new value."""

    version: VersionView
    title: str
    at: str
    changes: Sequence[tuple[str, str, str]]


def choices(language: str, size: str) -> list[Choice]:
    """The shipped regulations, each on a card.  ``size``: only those with tables of it, if one is given."""
    every = [(name, shipped.load(name)) for name in shipped.names()]
    return [
        Choice(
            name,
            each.titles[language],
            summary(each, language),
            regulation_text(each, language).points[0],
            each.qualification.places if each.qualification is not None else None,
        )
        for name, each in every
        if not size or size in map(str, each.tables.sizes)
    ]


def version_row(version: VersionView, language: str) -> VersionRow:
    """A version as the page lists it."""
    changes = [(each.path, value(each.before), value(each.after)) for each in version.changes]
    return VersionRow(version, version.titles[language], moment(version.made_at), changes)


def value(given: object) -> str:
    """A value of a regulation's file, as short as it can be written."""
    return "–" if given is None else json.dumps(given, ensure_ascii=False)


def page(event_id: str, given: dict[str, str] | None = None, problem: dict[str, object] | None = None) -> str:
    """The regulation in force, and the forms with what was given.  ``?look=``: a shipped one to show instead."""
    event = event_for("event.read", event_id)
    chosen = request.args.get("look", "")
    with service().database.read() as session:
        current = last(session, event_id)
        every = [version_view(each) for each in versions(session, event)]
    in_force = regulation_text(read(current.text), language()) if current else None
    other = regulation_text(shipped.load(chosen), language()) if chosen in shipped.names() else None
    return framed(
        "events/regulation.html",
        event,
        regulation=other or in_force,
        looked=chosen if other else "",
        ruleset=read(current.text).game.ruleset if current else "",
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
    """The regulation."""
    return page(event_id)


def given_regulation() -> dict[str, str]:
    """The form as it was filled in; a file goes before the text."""
    given = {key: request.form[key] for key in ("shipped", "text", "reason") if request.form.get(key)}
    file = request.files.get("file")
    if file is not None and (data := file.read()):
        given["text"] = data.decode("utf-8", "replace")
        file.seek(0)
    return given


def again(event_id: str, problem: dict[str, object]) -> str:
    """The page with the form as it was filled in."""
    return page(event_id, given_regulation(), problem)


@blueprint.post("/events/<event_id>/regulation")
@takes_up_to(LARGEST)
@form_view(again)
def post_regulation(event_id: str) -> str:
    """Choose a shipped regulation, or give one's own: as a file, or as text."""
    allowed("regulation.change", event_id)
    event_for("event.read", event_id)
    given = read_form(RegulationIn, given_regulation())
    commands.adopt_regulation(caller(), commands.AdoptRegulation(event_id, **given))
    return f"/events/{event_id}/regulation"


@blueprint.post("/events/<event_id>/put-away")
@form_view(page)
def post_put_away(event_id: str) -> str:
    """Delete an event that nothing has happened in (``do`` is delete), put another one away, or take it out again."""
    does = request.form.get("do", "")
    if does == "delete":
        commands.delete_event(caller(), event_id)
        return "/"
    commands.change_event(caller(), event_id, commands.ChangeEvent(archived=does == "archive"))
    return "/" if does == "archive" else f"/events/{event_id}/regulation"
