"""The cases of an event, pending ones first, with the form to open one; and the statistics after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from flask import Blueprint, redirect, request
from sqlmodel import Session, col, select
from werkzeug.wrappers import Response as AnyResponse

from referee.calls.state import minutes_text
from referee.cases import opening
from referee.cases.pages.form import refusals_of
from referee.cases.queries import CASES, cases_at, cases_of, cases_on_call
from referee.cases.review import review
from referee.cases.state import APPEALED, OPEN, WITHDRAWN, CaseState
from referee.cases.views import CaseView, case_view
from referee.core.access.guard import allowed, require_principal
from referee.core.access.scope import event_for, within
from referee.core.command import caller
from referee.core.language import language, text, word
from referee.core.pages.format import round_name, short_moment
from referee.core.pages.forms import asked, form_view
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.log.table_game import TableGames
from referee.models import GameTable, Round, new_id
from referee.penalties.queries import penalties_of
from referee.tables.pages import excerpt, position
from rulesets.irregularities import REMEDIES
from tournaments.paper.words import chapter
from tournaments.typed import whole

blueprint = Blueprint("cases_page", __name__)

MOST_TABLES = 400
"""The most tables to choose from when opening a case; those of the latest rounds."""
COLOURS = {OPEN: " late", APPEALED: " late", WITHDRAWN: ""}


@dataclass(frozen=True, slots=True)
class CaseRow:
    """A case as a row of a list."""

    id: str
    title: str
    place: str
    opened: str
    state: str
    state_text: str
    colour: str
    about: str


@dataclass(frozen=True, slots=True)
class Groups:
    """The cases of an event in groups: pending appeals and undecided cases, both the oldest first; the rest, latest
    first.
    """

    appeals: Sequence[CaseRow]
    open: Sequence[CaseRow]
    settled: Sequence[CaseRow]


@blueprint.get("/events/<event_id>/cases")
def show_cases(event_id: str) -> str:
    allowed("case.read", event_id)
    event = event_for("case.read", event_id)
    now = service().database.now()
    with service().database.read() as session:
        rows = rows_of(session, cases_of(session, event_id), now)
        tables = tables_of(session, event_id)
    return framed("cases/cases.html", event, cases=group_rows(rows), tables=tables)


@blueprint.get("/cases/<case_id>")
def show_by_id(case_id: str) -> AnyResponse:
    """Redirect to the page of a case when only its id is known."""
    require_principal()
    with service().database.read() as session:
        event_id = CASES.state(session, case_id).case.event_id
    allowed("case.read", event_id)
    return redirect(f"/events/{event_id}/cases/{case_id}", 303)


def row_of(found: CaseState, view: CaseView, language: str) -> CaseRow:
    decision, opened = view.decision, found.steps[0]
    place = {"round": round_name(found.round.number, found.round, language), "table": view.table}
    return CaseRow(
        id=view.id,
        title=text(language, "cases_name", number=view.number),
        place=text(language, "cases_place", **place),
        opened=text(language, "cases_opened", at=short_moment(view.opened_at), name=opened.author),
        state=view.state,
        state_text=text(language, f"cases_state_{view.appeals.outcome or view.state}"),
        colour=COLOURS.get(view.state, " on"),
        about=(decision.question or decision.decision) if decision else opened.note,
    )


def group_rows(rows: Sequence[CaseRow]) -> Groups:
    """Group cases in the order in which the staff settle them.  ``rows``: the latest first."""
    return Groups(
        appeals=[row for row in reversed(rows) if row.state == APPEALED],
        open=[row for row in reversed(rows) if row.state == OPEN],
        settled=[row for row in rows if row.state not in (APPEALED, OPEN)],
    )


def rows_of(session: Session, cases: Sequence[CaseState], now: int) -> list[CaseRow]:
    return [row_of(each, case_view(session, each, now, language()), language()) for each in cases]


@dataclass(frozen=True, slots=True)
class CaseTable:
    """A table where a case can be opened."""

    id: str
    title: str


def tables_of(session: Session, event_id: str) -> list[CaseTable]:
    """The tables where a case can be opened: those of running rounds first, then the latest rounds'."""
    query = (
        select(GameTable, Round)
        .join(Round, col(GameTable.round_id) == Round.id)
        .where(GameTable.event_id == event_id)
        .order_by((col(Round.state) == "running").desc(), col(Round.number).desc(), col(GameTable.number))
        .limit(MOST_TABLES)
    )
    return [
        CaseTable(
            table.id, word("cases_place", round=round_name(round_.number, round_, language()), table=table.number)
        )
        for table, round_ in session.exec(query)
    ]


@blueprint.get("/events/<event_id>/cases/new")
def show_new(event_id: str, problem: dict[str, object] | None = None) -> str:
    """The form to open a case.  ``?table=``: where; ``?call=``: from which call; ``?refused=``: about which entry;
    ``?p=``: a packed position that the ruling is to set.
    """
    allowed("case.open", event_id)
    event = event_for("case.open", event_id)
    given = request.values
    now = service().database.now()
    with service().database.read() as session:
        table = within(session, GameTable, given.get("table", ""), event_id)
        before = rows_of(session, cases_at(session, table.id), now)
        same_call = [each.name for each in cases_on_call(session, given.get("call"))]
    game = service().part(TableGames).current(table.id)
    chosen = given.get("refused", "")
    return framed(
        "cases/case_new.html",
        event,
        table_id=table.id,
        number=table.number,
        call_id=given.get("call", ""),
        proposed=given.get("p", ""),
        client_id=given.get("client_id") or new_id(),
        chosen=whole(chosen),
        refusals=refusals_of(game, whole(chosen), language()),
        before=before,
        same_call=same_call,
        position=position(game),
        lines=excerpt(game),
        problem=problem,
        typed=request.form,
    )


@blueprint.post("/events/<event_id>/cases")
@form_view(show_new)
def post_case(event_id: str) -> str:
    """Open a case, and go on to the remedy named by ``remedy``, if any: its kind, and after a blank the irregularity
    that it mends.
    """
    allowed("case.open", event_id)
    form = request.form
    given = asked(opening.OpenCase, typed_case(form))
    with service().database.read() as session:
        table = within(session, GameTable, form.get("table", ""), event_id)
    here = f"/events/{event_id}/cases/{opening.open_case(caller(), table.id, given)}"
    kind, _, irregularity = form.get("remedy", "").partition(" ")
    if kind in REMEDIES:
        return f"{here}/remedies/{kind}" + (f"?irregularity={quote(irregularity)}" if irregularity else "")
    return f"{here}?p={quote(form['p'])}" if form.get("p") else here


def typed_case(form: Mapping[str, str]) -> dict[str, str]:
    """The case that a form opens, in the form of `referee.cases.opening.OpenCase`."""
    typed = {"client_id": form.get("client_id", ""), "note": form.get("note", "").strip()}
    if form.get("call"):
        typed["call_id"] = form["call"]
    if form.get("refused"):
        typed["refused"] = form["refused"]
    return typed


@blueprint.get("/events/<event_id>/cases/review")
def show_review(event_id: str) -> str:
    event = event_for("case.read", event_id)
    with service().database.read() as session:
        found = review(session, event_id)
        steps = {each.step.key: each.step.titles[language()] for each in penalties_of(session, event_id)}
    spans = [(word(f"review_{name}"), getattr(found, name)) for name in ("response", "handling", "deciding")]
    tables = [
        (word("review_about"), [(word(f"calls_about_{each.key}"), each.count) for each in found.about]),
        (word("review_kinds"), [(word(f"cases_effect_{each.key}"), each.count) for each in found.kinds]),
        (word("review_chapters"), [(chapter(each.key, language()), each.count) for each in found.chapters]),
        (word("tab_penalties"), [(steps[each.key], each.count) for each in found.penalties]),
    ]
    return framed("cases/review.html", event, found=found, spans=spans, tables=tables, span=minutes_text)
