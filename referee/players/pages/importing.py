"""Importing a list of players: what it would do first, with every fault; then done."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from flask import Blueprint, make_response, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.http.body_limits import LARGEST, takes_up_to
from referee.core.http.errors import as_problem
from referee.core.language import language, word
from referee.core.pages.forms import sent
from referee.core.pages.frame import framed
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.points_text import flag_titles, listed
from referee.players.importing import bring, counted, ground, looked_at
from referee.players.pages.fields import titled
from tournaments.export.titles import player_column
from tournaments.fault import Faulty
from tournaments.players.preview import Change, PlayerRow, Preview

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
    return framed("players_import.html", event, problem=titled(problem) if problem else None, **{**given, **facts})


def shown(row: PlayerRow) -> dict[str, Any]:
    """A row of the list as the page has it."""
    return {
        "line": row.line,
        "status": row.status,
        "number": row.entrant.number,
        "name": row.entrant.name,
        "changes": [change_told(each) for each in row.changes],
        "faults": [each.sentence(language()) for each in row.faults],
        "warnings": [each.sentence(language()) for each in row.warnings],
    }


def change_told(change: Change) -> str:
    """A field before and after."""
    title = player_column(change.field, language()).title
    return f"{title}: {_plain(change.before)} → {_plain(change.after)}"


def _plain(value: object) -> str:
    if isinstance(value, tuple):
        return listed(flag_titles(value)) or "–"
    if isinstance(value, bool):
        return word("reg_said_yes") if value else word("reg_said_no")
    return "–" if value in (None, "") else str(value)


def brought() -> bytes:
    """The list that was sent: as a file, as text, or once more as it was looked at.  Raises ``malformed``."""
    file = request.files.get("file")
    if file is not None and (data := bytes(file.read())):
        return data
    if text := request.form.get("text", ""):
        return text.encode("utf-8", "replace")
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
    who = allowed("player.change", event_id)
    event_for("player.change", event_id)
    data, day_list = brought(), "day_list" in request.form
    typed = {"text": request.form.get("text", ""), "day_list": day_list}
    database = service().database

    def look() -> tuple[Any, Preview]:
        with database.read() as session:
            before = ground(session, event_id)
        return before, looked_at(data, before)

    def work() -> str:
        before = look()
        now = database.now()
        with database.write() as session:
            bring(session, now, who, event_id, data, before, day_list)
        service().bus.publish(event_id)
        return f"/events/{event_id}/players"

    def seen(problem: dict[str, object] | None = None) -> str:
        _, found = look()
        listed = [each.sentence(language()) for each in found.list_faults]
        kept = base64.b64encode(data).decode()
        rows = [shown(row) for row in found.rows]
        return page(event_id, problem, found=found, counts=counted(found), rows=rows, listed=listed, data=kept, **typed)

    if "apply" in request.form:
        return sent(work, seen)
    try:
        return seen()
    except Faulty as error:
        problem = as_problem(error)
        return make_response(page(event_id, problem.to_json(language()), **typed), problem.status)
