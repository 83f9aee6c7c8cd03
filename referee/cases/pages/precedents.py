"""The precedents of an event: searched, marked, exported, and imported from other events."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, make_response, request
from werkzeug.wrappers import Response as AnyResponse

from referee.cases.precedents import commands
from referee.cases.precedents.file import PrecedentsFile, read_file
from referee.cases.precedents.precedents import PrecedentState, precedents_of, search
from referee.cases.ruling_effect import ClauseNamedView, clause_link
from referee.cases.state import OUTCOMES, STANDINGS, WITHDRAWN
from referee.core.access.guard import allowed
from referee.core.access.scope import event_for, within
from referee.core.command import caller
from referee.core.http.body_limits import LARGEST, takes_up_to
from referee.core.language import language, text, word
from referee.core.pages.forms import asked, form_view
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.log.table_game import TableGame
from referee.models import Case, Precedent
from referee.players.pages.importing import uploaded
from referee.rules.search import MAX_QUESTION_LENGTH
from referee.tables.pages import Position, position
from rulesets.kernel.record import open_header
from rulesets.kernel.registry import BrokenRuleset, UnknownRuleset, load

blueprint = Blueprint("precedents_page", __name__)

MOST = 50
"""The most precedents on a page."""


@blueprint.get("/events/<event_id>/precedents")
def show_precedents(event_id: str, problem: dict[str, object] | None = None, **facts: Any) -> str:
    """The page; ``?q=`` searches by words or for a clause.  ``facts``: the ``preview`` of a file, and its ``data``
    (Base64).
    """
    allowed("case.read", event_id)
    event = event_for("case.read", event_id)
    question = request.args.get("q", "").strip()[:MAX_QUESTION_LENGTH]
    with service().database.read() as session:
        every = (
            search(session, event_id, language(), question, most=MOST)
            if question
            else precedents_of(session, event_id)[:MOST]
        )
    return framed(
        "cases/precedents.html",
        event,
        question=question,
        rows=[precedent_row(each, event_id, language()) for each in every],
        standings=[(key, word(f"cases_standing_{key}")) for key in STANDINGS],
        form={},
        problem=problem,
        **{"preview": None, "data": "", **facts},
    )


@blueprint.post("/events/<event_id>/precedents/mark")
@form_view(show_precedents)
def post_mark(event_id: str) -> str:
    """Mark what a precedent is worth here: ``case`` names one of this event, ``precedent`` one of another."""
    allowed("precedent.change", event_id)
    given = asked(commands.MarkStanding, request.form)
    case_id = request.form.get("case")
    with service().database.read() as session:
        if case_id:
            within(session, Case, case_id, event_id)
        else:
            precedent_id = within(session, Precedent, request.form.get("precedent", ""), event_id).id
    if case_id:
        commands.mark_case(caller(), case_id, given)
    else:
        commands.mark_precedent(caller(), precedent_id, given)
    return f"/events/{event_id}/precedents"


@blueprint.post("/events/<event_id>/precedents/import")
@takes_up_to(LARGEST)
@form_view(show_precedents)
def post_import(event_id: str) -> AnyResponse | str:
    """Preview a file of rulings, or import one that was previewed (``apply``)."""
    allowed("precedent.change", event_id)
    data, trial = uploaded(), "apply" not in request.form
    found = commands.import_rulings(caller(), event_id, read_file(data), trial=trial)
    if trial:
        preview = show_precedents(event_id, preview=preview_of(found), data=base64.b64encode(data).decode())
        return make_response(preview)
    return f"/events/{event_id}/precedents"


@dataclass(frozen=True, slots=True)
class PrecedentRow:
    """A precedent as pages show it.  ``address``: of its case, None for a precedent of another event; ``log``,
    ``position``: of the table at the time, if the ruling has them.
    """

    key: str
    id: str
    own: bool
    title: str
    facts: str
    question: str
    decision: str
    reasons: str
    clauses: Sequence[ClauseNamedView]
    standing: str
    standing_text: str
    colour: str
    source: str
    appeal: str
    address: str | None
    log: Sequence[str]
    position: Position | None


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A ruling of a file and what importing it would do.  ``number``: that of the ruling at its source."""

    ruling: PrecedentRow
    number: int
    status: str


@dataclass(frozen=True, slots=True)
class PrecedentsPreview:
    """What importing a file would do.  ``new``: how many rulings would be added or replaced."""

    rows: Sequence[PreviewRow]
    new: int


def preview_of(imported: Sequence[PrecedentsFile]) -> PrecedentsPreview:
    """What importing a file would do."""
    rows = [
        PreviewRow(
            precedent_row(PrecedentState("", "", False, "advice", each.source, each.ruling), "", language()),
            each.source.number,
            each.status,
        )
        for each in imported
    ]
    return PrecedentsPreview(rows, sum(each.status in ("new", "changed") for each in imported))


COLOURS = {"binding": " on"}
APPEALS = (*OUTCOMES, WITHDRAWN)
"""The outcomes of an appeal that are shown."""


def precedent_row(found: PrecedentState, event_id: str, language: str) -> PrecedentRow:
    content, appeal = found.content, found.content.get("appeal")
    if found.own:
        source = text(language, "precedents_own")
    else:
        source = text(language, "precedents_from", **found.source._asdict())
    return PrecedentRow(
        key=found.key,
        id=found.id,
        own=found.own,
        title=content["question"] or content["decision"],
        facts=content["facts"],
        question=content["question"],
        decision=content["decision"],
        reasons=content["reasons"],
        clauses=clauses_in(content["ruleset"], content["clauses"], language),
        standing=found.standing,
        standing_text=text(language, f"cases_standing_{found.standing}"),
        colour=COLOURS.get(found.standing, ""),
        source=source,
        appeal=text(language, f"cases_state_{appeal['outcome']}") if appeal and appeal["outcome"] in APPEALS else "",
        address=f"/events/{event_id}/cases/{found.id}" if found.own else None,
        log=content.get("log", []),
        position=ruling_position(content),
    )


def clauses_in(ruleset_name: str, ids: Sequence[str], language: str) -> list[ClauseNamedView]:
    """Clauses with title and address; only their ids where the ruleset is not installed."""
    try:
        ruleset = load(ruleset_name)
    except (UnknownRuleset, BrokenRuleset):
        return [ClauseNamedView(each, "", None) for each in ids]
    return [clause_link(ruleset, each, language) for each in ids]


def ruling_position(content: Mapping[str, Any]) -> Position | None:
    """The position of the table at the time; None if the ruling has none or its rules are not installed."""
    if not content.get("position"):
        return None
    header = {name: content[name] for name in ("ruleset", "edition", "seats")}
    game = open_header({"record": "monopoly/1", **header, "start": content["position"]}).game
    return None if game is None else position(TableGame("", "", "", header, game, ""))
