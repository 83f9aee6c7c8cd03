"""The precedents of an event: searched, marked, sent to other events and received from them."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, make_response, request
from werkzeug.wrappers import Response as AnyResponse

from referee.cases.pages.text import STANDINGS, STATES
from referee.cases.precedents.file import Imported, imported
from referee.cases.precedents.precedents import PrecedentState, mark, mark_sent, precedents_of, search
from referee.cases.precedents.reading import read_file
from referee.cases.schemas.given import StandingIn
from referee.core.access.guard import allowed
from referee.core.access.scope import event_for, within
from referee.core.http.body_limits import LARGEST, takes_up_to
from referee.core.http.errors import as_problem
from referee.core.language import language, word
from referee.core.pages.forms import read_form, sent
from referee.core.pages.frame import framed
from referee.core.problems import Problem
from referee.core.service import service
from referee.log.table_game import TableGame
from referee.models import Case, Precedent
from referee.players.pages.importing import brought
from referee.rules.search import MOST_LETTERS
from referee.tables.pages.position import position
from rulesets.kernel.record import open_header
from rulesets.kernel.registry import BrokenRuleset, UnknownRuleset, load

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


COLOURS = {"binding": " on"}


def precedent_told(found: PrecedentState, event_id: str) -> dict[str, Any]:
    """A precedent as pages show it.  ``address``: its case, of the event's own."""
    content = found.content
    source = found.source
    appeal = content.get("appeal")
    return {
        "key": found.key,
        "id": found.id,
        "own": found.own,
        "title": content["question"] or content["decision"],
        "facts": content["facts"],
        "question": content["question"],
        "decision": content["decision"],
        "reasons": content["reasons"],
        "clauses": laws(content["ruleset"], content["clauses"]),
        "standing": found.standing,
        "standing_told": STANDINGS[found.standing](),
        "colour": COLOURS.get(found.standing, ""),
        "source_told": word("precedents_own") if found.own else word("precedents_from", **source._asdict()),
        "appeal_told": STATES[appeal["outcome"]]() if appeal and appeal["outcome"] in STATES else "",
        "address": f"/events/{event_id}/cases/{found.id}" if found.own else None,
        "log": content.get("log", []),
        "position": board(content),
    }


def laws(ruleset_name: str, ids: list[str]) -> list[dict[str, Any]]:
    """Clauses with title and address, as far as the ruleset is at hand."""
    try:
        ruleset = load(ruleset_name)
    except (UnknownRuleset, BrokenRuleset):
        return [{"id": each, "title": "", "address": None} for each in ids]
    texts = ruleset.catalogue.texts(language())
    return [
        {
            "id": each,
            "title": texts[each].title if each in texts else "",
            "address": f"/rules/{ruleset.name}/{each}" if each in texts else None,
        }
        for each in ids
    ]


def board(content: Mapping[str, Any]) -> dict[str, Any] | None:
    """The table as it stood, if the ruling brought it along and its rules are at hand."""
    if not content.get("position"):
        return None
    header = {name: content[name] for name in ("ruleset", "edition", "seats")}
    game = open_header({"record": "monopoly/1", **header, "start": content["position"]}).game
    return None if game is None else position(TableGame("", "", "", header, game, ""))
