"""The precedents of an event: searched, marked, sent to other events and received from them."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any

from flask import Blueprint, make_response, request
from werkzeug.wrappers import Response as AnyResponse

from referee.access.guard import allowed
from referee.api.events import event_for
from referee.api.precedent_file import read_file
from referee.api.schemas.case import StandingIn
from referee.body_limits import LARGEST, takes_up_to
from referee.errors import as_problem
from referee.event.precedent_file import Imported, imported
from referee.event.precedents import PrecedentState, mark, mark_sent, precedents_of, search
from referee.event.within import within
from referee.language import language
from referee.models import Case, Precedent
from referee.pages.case_told import STANDINGS
from referee.pages.frame import framed
from referee.pages.players_import import brought
from referee.pages.precedents_told import precedent_told
from referee.pages.read_form import read_form
from referee.pages.sent import sent
from referee.problems import Problem
from referee.rules.looked_up import MOST_LETTERS
from referee.service import service

blueprint = Blueprint("precedents_page", __name__)

MOST = 50
"""Precedents on a page."""


@blueprint.get("/events/<event_id>/precedents")
def show_precedents(event_id: str) -> str:
    """The page; ``?q=`` asks in words or for a clause."""
    return page(event_id)


def page(event_id: str, problem: dict[str, object] | None = None, **facts: Any) -> str:
    """The page; with ``looked`` what a file would bring."""
    allowed("case.read", event_id)
    event = event_for("case.read", event_id)
    asked = request.args.get("q", "").strip()[:MOST_LETTERS]
    with service().database.read() as session:
        every = search(session, event_id, asked, most=MOST) if asked else precedents_of(session, event_id)[:MOST]
    return framed(
        "precedents.html",
        event,
        asked=asked,
        rows=[precedent_told(each, event_id) for each in every],
        standings=[(key, title()) for key, title in STANDINGS.items()],
        form={},
        problem=problem,
        **{"looked": None, "data": "", **facts},
    )


@blueprint.post("/events/<event_id>/precedents/mark")
def post_mark(event_id: str) -> AnyResponse:
    """Say what a precedent is worth here: ``case`` names one of this event, ``precedent`` one of another."""

    def work() -> str:
        who = allowed("precedent.change", event_id)
        standing = read_form(StandingIn, {"standing": request.form.get("standing", "")})["standing"]
        database = service().database
        with database.write() as session:
            now = database.now()
            if case_id := request.form.get("case"):
                within(session, Case, case_id, event_id)
                mark(session, now, who, case_id, standing)
            else:
                row = within(session, Precedent, request.form.get("precedent", ""), event_id)
                mark_sent(session, now, who, row.id, standing)
        service().bus.publish(event_id)
        return f"/events/{event_id}/precedents"

    return sent(work, lambda problem: page(event_id, problem))


@blueprint.post("/events/<event_id>/precedents/import")
@takes_up_to(LARGEST)
def post_import(event_id: str) -> AnyResponse | str:
    """Look at a file, or take in the rulings of one that was looked at."""
    who = allowed("precedent.change", event_id)
    data = brought()
    apply = "apply" in request.form

    def take(*, trial: bool) -> list[Imported]:
        rulings = read_file(data)
        database = service().database
        with database.write() as session:
            return imported(session, database.now(), who, event_id, rulings, trial=trial)

    def work() -> str:
        take(trial=False)
        service().bus.publish(event_id)
        return f"/events/{event_id}/precedents"

    if apply:
        return sent(work, lambda problem: page(event_id, problem))
    try:
        return page(event_id, looked=looked(take(trial=True)), data=base64.b64encode(data).decode())
    except Problem as error:
        problem = as_problem(error)
        return make_response(page(event_id, problem.to_json(language())), problem.status)


def looked(found: Sequence[Imported]) -> dict[str, Any]:
    """What a file would bring."""
    return {
        "rows": [
            {
                **precedent_told(PrecedentState("", "", False, "advice", each.source, each.ruling), ""),
                "number": each.source.number,
                "status": each.status,
            }
            for each in found
        ],
        "new": sum(each.status in ("new", "changed") for each in found),
    }
