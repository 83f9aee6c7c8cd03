"""Importing a list of players: what it would do first, with every fault; then done."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, make_response, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.http.body_limits import LARGEST, takes_up_to
from referee.core.http.errors import as_problem
from referee.core.language import language, text
from referee.core.pages.forms import sent
from referee.core.pages.frame import framed
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.points_text import flag_titles
from referee.players.importing import ImportPlayers, import_players, preview_import, status_counts
from referee.players.pages.fields import with_titles
from tournaments.export.titles import player_column
from tournaments.fault import Faulty
from tournaments.players.preview import Change, PlayerRow
from tournaments.standings.sentence import AND

blueprint = Blueprint("players_import_page", __name__)


def page(event_id: str, problem: dict[str, object] | None = None, **facts: Any) -> str:
    """The form; with ``found`` what a list would do."""
    event = event_for("player.change", event_id)
    given: dict[str, Any] = {
        "found": None,
        "counts": {},
        "rows": [],
        "listed": [],
        "data": "",
        "text": "",
        "day_list": False,
    }
    return framed(
        "players_import.html",
        event,
        problem=with_titles(problem, language()) if problem else None,
        **{**given, **facts},
    )


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
        return AND[language].join(flag_titles(value, language)) or "–"
    if isinstance(value, bool):
        return text(language, "reg_said_yes" if value else "reg_said_no")
    return "–" if value in (None, "") else str(value)


def uploaded() -> bytes:
    """The list that a form gave: as a file, as text, or once more as it was looked at.  Raises ``malformed``."""
    file = request.files.get("file")
    if file is not None and (data := bytes(file.read())):
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
    return page(event_id)


@blueprint.post("/events/<event_id>/players/import")
@takes_up_to(LARGEST)
def post_import(event_id: str) -> AnyResponse | str:
    """Look at a list, or import one that was looked at."""
    allowed("player.change", event_id)
    event_for("player.change", event_id)
    data, day_list = uploaded(), "day_list" in request.form
    typed = {"text": request.form.get("text", ""), "day_list": day_list}

    def work() -> str:
        import_players(caller(), ImportPlayers(event_id, data, day_list))
        return f"/events/{event_id}/players"

    def preview(problem: dict[str, object] | None = None) -> str:
        found = preview_import(service().database, event_id, data)
        listed = [each.sentence(language()) for each in found.list_faults]
        kept = base64.b64encode(data).decode()
        rows = [row_of(row, language()) for row in found.rows]
        counts = status_counts(found)
        return page(event_id, problem, found=found, counts=counts, rows=rows, listed=listed, data=kept, **typed)

    if "apply" in request.form:
        return sent(work, preview)
    try:
        return preview()
    except Faulty as error:
        problem = as_problem(error)
        return make_response(page(event_id, problem.to_json(language()), **typed), problem.status)
