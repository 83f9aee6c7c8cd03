"""Importing a list of players: first a preview with every fault, then the import."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, make_response, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.http.body_limits import LARGEST, takes_up_to
from referee.core.language import language, text
from referee.core.pages.forms import form_view
from referee.core.pages.frame import framed
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.points_text import flag_titles, joined
from referee.players.importing import ImportPlayers, import_players, preview_import, status_counts
from referee.players.pages.fields import with_titles
from tournaments.export.titles import player_column
from tournaments.fault import Faulty
from tournaments.players.preview import Change, PlayerRow, Preview

blueprint = Blueprint("players_import_page", __name__)


@dataclass(frozen=True, slots=True)
class Given:
    """The list of a form, and the ``text`` that was pasted.  ``day_list``: everybody in the list is checked in."""

    data: bytes = b""
    text: str = ""
    day_list: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the list as the page has it."""

    line: int
    status: str
    number: int
    name: str
    changes: Sequence[str]
    faults: Sequence[str]
    warnings: Sequence[str]


def page(event_id: str, given: Given, found: Preview | None = None, problem: dict[str, object] | None = None) -> str:
    """The form.  ``found``: the preview of the given list."""
    event = event_for("player.change", event_id)
    return framed(
        "players/players_import.html",
        event,
        found=found,
        counts=status_counts(found) if found else {},
        rows=[row_of(row, language()) for row in found.rows] if found else [],
        listed=[each.sentence(language()) for each in found.list_faults] if found else [],
        data=base64.b64encode(given.data).decode(),
        text=given.text,
        day_list=given.day_list,
        problem=with_titles(problem, language()) if problem else None,
    )


def row_of(row: PlayerRow, language: str) -> Row:
    """A row of the list as the page has it."""
    return Row(
        row.line,
        row.status,
        row.entrant.number,
        row.entrant.name,
        [change_text(each, language) for each in row.changes],
        [each.sentence(language) for each in row.faults],
        [each.sentence(language) for each in row.warnings],
    )


def change_text(change: Change, language: str) -> str:
    """A field before and after."""
    title = player_column(change.field, language).title
    return f"{title}: {_plain(change.before, language)} → {_plain(change.after, language)}"


def _plain(value: object, language: str) -> str:
    if isinstance(value, tuple):
        return joined(flag_titles(value, language), language) or "–"
    if isinstance(value, bool):
        return text(language, "reg_yes" if value else "reg_no")
    return "–" if value in (None, "") else str(value)


def uploaded() -> bytes:
    """The list that a form gave: as a file, as text, or as it was previewed.  Raises the problem ``malformed``."""
    file = request.files.get("file")
    if file is not None and (data := bytes(file.read())):
        file.seek(0)  # a page that shows it again reads it again
        return data
    if pasted := request.form.get("text", ""):
        return pasted.encode("utf-8", "replace")
    try:
        return base64.b64decode(request.form.get("data", ""), validate=True)
    except (binascii.Error, ValueError) as error:
        raise Problem("malformed") from error


@blueprint.get("/events/<event_id>/players/import")
def show_import(event_id: str) -> str:
    """The form."""
    return page(event_id, Given())


def given_list() -> Given:
    """The list of the form.  Raises the problem ``malformed``."""
    return Given(uploaded(), request.form.get("text", ""), "day_list" in request.form)


def again(event_id: str, problem: dict[str, object]) -> str:
    """The form with the list; what it would do is shown if it can be read."""
    given, found = given_list(), None
    with suppress(Faulty):
        found = preview_import(service().database, event_id, given.data)
    return page(event_id, given, found, problem)


@blueprint.post("/events/<event_id>/players/import")
@takes_up_to(LARGEST)
@form_view(again)
def post_import(event_id: str) -> AnyResponse | str:
    """Preview a list, or import one that was previewed (``apply``)."""
    event_for("player.change", event_id)
    given = given_list()
    if "apply" not in request.form:
        return make_response(page(event_id, given, preview_import(service().database, event_id, given.data)))
    import_players(caller(), ImportPlayers(event_id, given.data, given.day_list))
    return f"/events/{event_id}/players"
