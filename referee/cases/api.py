"""Cases: opened at a table, decided, appealed against, settled; precedents: searched, exported, imported, marked."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated, Any

from flask import Response
from marshmallow import ValidationError

from referee.cases import appeals, deciding, opening
from referee.cases.deciding import DecideCase, EffectTrial, TryEffect
from referee.cases.precedents import commands as precedent_commands
from referee.cases.precedents.file import (
    PrecedentOut,
    PrecedentPage,
    PrecedentsQuery,
    RulingsFile,
    RulingsImportOut,
    RulingsImportQuery,
    export_rulings,
    file_text,
)
from referee.cases.precedents.precedents import PrecedentState, foreign_precedent, search
from referee.cases.queries import CASES, cases_at, cases_of
from referee.cases.remedies import RemedyTrial, TryRemedy, propose_effect, remedy_of, replayed_view
from referee.cases.replay import GONE
from referee.cases.review import Review, review
from referee.cases.ruling_effect import RulingEffect
from referee.cases.views import (
    CasePage,
    CaseView,
    TableCasePage,
    TableCaseView,
    case_view,
    table_case_view,
    table_penalties,
)
from referee.core.access.guard import allowed, require_principal
from referee.core.access.roles import may
from referee.core.access.scope import event_for, event_of, table_for
from referee.core.command import caller
from referee.core.http.body_limits import LARGEST
from referee.core.http.declared import body_schema, dump
from referee.core.http.endpoint import StrictBlueprint, endpoint, operation
from referee.core.http.field_faults import faults_in, invalid
from referee.core.http.fields import OneOf
from referee.core.http.responses import answer, attachment
from referee.core.language import language
from referee.core.problems import Problem
from referee.core.rows import get_row
from referee.core.service import service
from referee.log.table_game import TableGames
from referee.models import Case, Event, Precedent
from referee.rules.guide import remedies_for

blueprint = StrictBlueprint("cases", __name__, url_prefix="/api/v1", description="Cases, rulings and appeals")


@dataclass(frozen=True, slots=True)
class CasesQuery:
    """Which cases to list."""

    state: Annotated[
        str,
        OneOf(["open", "all"]),
        "`open`: cases that wait for a decision, including appeals; `all`: all cases, newest first.",
    ] = "open"


def staff_case(case_id: str) -> CaseView:
    database = service().database
    with database.read() as session:
        found = CASES.state(session, case_id)
        bench = may(require_principal().roles_in(found.case.event_id, found.case.table_id), "case.decide")
        return case_view(session, found, database.now(), language(), bench=bench)


def table_case(case_id: str) -> TableCaseView:
    """A case as its table sees it."""
    database = service().database
    with database.read() as session:
        return table_case_view(session, CASES.state(session, case_id), database.now(), language())


@endpoint(
    blueprint, "POST", "/tables/<table_id>/cases", body=opening.OpenCase, gives=CaseView, status=201, fails=(409,)
)
def open_case(body: opening.OpenCase, table_id: str) -> CaseView:
    """Open a case at a table.

    It records where the log was and how the clock stood. Idempotent: repeating a client id returns the same case.
    """
    return staff_case(opening.open_case(caller(), table_id, body))


@endpoint(blueprint, "GET", "/tables/<table_id>/cases", gives=TableCasePage, fails=(409,))
def list_table_cases(table_id: str) -> Response:
    """List the cases of a table and the penalties given there, for its tablet.

    Gives each decision, the deadline for an appeal, and the outcome of appeals.
    """
    table_for("case.appeal", table_id)
    database = service().database
    now = database.now()
    with database.read() as session:
        views = [table_case_view(session, each, now, language()) for each in cases_at(session, table_id)]
        page = TableCasePage(now, views, table_penalties(session, table_id, language()))
    found = dump(TableCasePage, page)
    return answer(found, tag=repr((found["rows"], found["penalties"])))


@endpoint(blueprint, "GET", "/events/<event_id>/cases", query=CasesQuery, gives=CasePage, fails=(409,))
def list_cases(query: CasesQuery, event_id: str) -> Response:
    """List the cases of an event that wait for a decision, or all of them."""
    allowed("case.read", event_id)
    database = service().database
    now = database.now()
    with database.read() as session:
        get_row(session, Event, event_id)
        cases = cases_of(session, event_id, still_open=query.state == "open")
        views = [case_view(session, each, now, language()) for each in cases]
    found = dump(CasePage, CasePage(now, views))
    return answer(found, tag=repr(found["rows"]))


@endpoint(blueprint, "GET", "/events/<event_id>/review", gives=Review)
def show_review(event_id: str) -> Review:
    """Get statistics of the judges' work at an event.

    Response and handling times, rulings by kind and chapter, appeals with the share overturned, and penalties.
    """
    event_for("case.read", event_id)
    with service().database.read() as session:
        return review(session, event_id)


@endpoint(blueprint, "GET", "/cases/<case_id>", gives=CaseView, fails=(409,))
def show_case(case_id: str) -> CaseView:
    """Get a case with all its steps."""
    require_principal()
    with service().database.read() as session:
        found = get_row(session, Case, case_id)
    allowed("case.read", found.event_id, found.table_id)
    return staff_case(case_id)


operation(blueprint, "POST", "/cases/<case_id>/notes", opening.note_case, shows=staff_case, fails=(409,))
operation(blueprint, "POST", "/cases/<case_id>/withdraw", opening.withdraw_case, shows=staff_case, fails=(409,))


@endpoint(blueprint, "POST", "/cases/<case_id>/trials", body=TryEffect, gives=EffectTrial, fails=(409, 429))
def try_effect(body: TryEffect, case_id: str) -> EffectTrial:
    """Preview what an effect would do at the table now.

    Nothing is saved.
    """
    return deciding.try_effect(caller(), case_id, body, language())


@endpoint(blueprint, "POST", "/cases/<case_id>/remedies", body=TryRemedy, gives=RemedyTrial, fails=(409, 422, 429))
def try_remedy(body: TryRemedy, case_id: str) -> RemedyTrial:
    """Preview what a common remedy would do, and get it as the effect of a ruling.

    Nothing is saved.
    """
    with service().database.read() as session:
        found = get_row(session, Case, case_id)
    allowed("case.decide", found.event_id, found.table_id)
    game = service().part(TableGames).current(found.table_id)
    if body.kind not in remedies_for(game.game):
        raise Problem("not_found", path=body.kind)
    proposed = propose_effect(case_id, remedy_of(body.kind, asdict(body)), game, "", language())
    entries = [replayed_view(each, language()) for each in proposed.entries]
    gone = [each.seq for each in proposed.entries if each.seq is not None and each.fate in GONE]
    if proposed.effect is None:
        return RemedyTrial(None, gone, entries, None)
    try:
        effect: Any = body_schema(RulingEffect)().load(dict(proposed.effect))
    except ValidationError as error:
        raise invalid(*faults_in(error.messages)) from error
    trial = deciding.try_effect(caller(), case_id, TryEffect(effect), language())
    return RemedyTrial(proposed.effect, gone, entries, trial)


@endpoint(blueprint, "POST", "/cases/<case_id>/decision", body=DecideCase, gives=CaseView, fails=(409,))
def decide_case(body: DecideCase, case_id: str) -> CaseView:
    """Decide a case.

    The decision is written to the table's log with its effect. Idempotent: repeating a client id returns the same
    decision. 422 `refused`: the effect is impossible on the board. At a closed table only effects that leave the
    position unchanged are possible; `entry` is then null, and only the case records the decision.
    """
    deciding.decide_case(caller(), case_id, body, language())
    return staff_case(case_id)


@endpoint(
    blueprint,
    "POST",
    "/cases/<case_id>/appeals",
    body=appeals.MakeAppeal,
    gives=TableCaseView,
    status=201,
    fails=(409,),
)
def appeal(body: appeals.MakeAppeal, case_id: str) -> TableCaseView:
    """Appeal against a ruling on behalf of a player.

    From the table's own device or by the staff; once per player, and before the deadline.
    """
    appeals.make_appeal(caller(), case_id, body)
    return table_case(case_id)


operation(
    blueprint, "POST", "/cases/<case_id>/appeals/withdraw", appeals.withdraw_appeal, shows=table_case, fails=(409,)
)


@endpoint(
    blueprint, "POST", "/cases/<case_id>/appeals/settle", body=appeals.SettleAppeals, gives=CaseView, fails=(409,)
)
def settle_appeals(body: appeals.SettleAppeals, case_id: str) -> CaseView:
    """Decide the pending appeals of a case.

    The ruling is upheld, or a new ruling is added on top of it; nothing is rewritten.
    """
    appeals.settle_appeals(caller(), case_id, body, language())
    return staff_case(case_id)


operation(blueprint, "PUT", "/cases/<case_id>/standing", precedent_commands.mark_case, shows=staff_case, fails=(409,))

precedents = StrictBlueprint("precedents", __name__, url_prefix="/api/v1", description="Precedents")

MOST = 100
"""The most precedents that a search returns."""


@endpoint(precedents, "GET", "/events/<event_id>/precedents", query=PrecedentsQuery, gives=PrecedentPage)
def list_precedents(query: dict[str, Any], event_id: str) -> Response:
    """List the precedents of an event.

    Those that match a query, best first; without a query all of them, binding ones first.
    """
    allowed("case.read", event_id)
    with service().database.read() as session:
        found = search(session, event_id, language(), query["q"], query["clause"], MOST)
    body = PrecedentPage().dump({"rows": found, "next": None})
    return answer(body, tag=repr(body))


@endpoint(precedents, "GET", "/events/<event_id>/precedents/export", gives=RulingsFile)
def export_precedents(event_id: str) -> Response:
    """Export the rulings of an event that are marked as advice or binding, for use at other events.

    JSON, UTF-8, format `rulings/1` (docs/rulings.md). Players are identified by their seats.
    """
    allowed("case.read", event_id)
    with service().database.read() as session:
        file = export_rulings(session, service().part(TableGames), event_id)
    headers = {"Content-Disposition": attachment(event_of(event_id).name, "rulings.json")}
    return Response(file_text(file), headers=headers, content_type="application/json")


@endpoint(
    precedents,
    "POST",
    "/events/<event_id>/precedents/import",
    query=RulingsImportQuery,
    body=RulingsFile,
    gives=RulingsImportOut,
    largest=LARGEST,
)
def import_precedents(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Import rulings of other events; the body is the file.

    They count as advice here until they are marked otherwise. A ruling that is already here is not imported again; one
    that has since changed at its source is replaced.
    """
    found = precedent_commands.import_rulings(caller(), event_id, body["rulings"], trial=query["trial"])
    return answer(RulingsImportOut().dump({"trial": query["trial"], "rows": found}))


@endpoint(
    precedents, "PUT", "/precedents/<precedent_id>/standing", body=precedent_commands.MarkStanding, gives=PrecedentOut
)
def mark_precedent(body: precedent_commands.MarkStanding, precedent_id: str) -> PrecedentState:
    """Set what a ruling of another event is worth in this event: nothing, advice, or binding."""
    precedent_commands.mark_precedent(caller(), precedent_id, body)
    with service().database.read() as session:
        return foreign_precedent(session.get_one(Precedent, precedent_id))
