"""The page on which things are placed in the hall."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from flask import Blueprint, request

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.language import word
from referee.core.pages.forms import asked, form_view
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.floor.commands import PlaceThings, RowsOfTables, place_things
from referee.floor.queries import drawn, floor_of, floor_view
from tournaments.floor import KINDS, LAST, in_rows
from tournaments.json_text import parse

blueprint = Blueprint("floor", __name__)


@blueprint.get("/events/<event_id>/floor")
def show_floor(event_id: str, problem: dict[str, object] | None = None) -> str:
    """Render the page; after a failed submission with what was placed and the problem."""
    event = event_for("event.change", event_id)
    with service().database.read() as session:
        kept = floor_of(session, event_id)
    facts: dict[str, Any] = {
        "things": request.form.get("things") or json.dumps([asdict(each) for each in kept]),
        "last": LAST,
        "kinds": [(each, word(f"floor_{each}")) for each in KINDS],
        "drawn": drawn(kept),
        "typed": request.form,
        "problem": problem,
    }
    return framed("floor/floor.html", event, **facts)


@blueprint.post("/events/<event_id>/floor")
@form_view(show_floor)
def post_floor(event_id: str) -> str:
    """Place what was placed on the page; or tables in rows (``rows``)."""
    allowed("event.change", event_id)
    if "across" in request.form:
        rows = asked(RowsOfTables, request.form)
        things = floor_view(in_rows(rows.rows, rows.across)).things
        place_things(caller(), event_id, PlaceThings(things))
    else:
        place_things(caller(), event_id, asked(PlaceThings, {}, things=placed()))
    return f"/events/{event_id}/floor"


def placed() -> object:
    """What the page's script has placed.  Raises `Faulty`."""
    found: object = parse(request.form.get("things", ""))
    return found
