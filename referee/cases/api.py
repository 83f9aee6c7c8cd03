"""Cases: opened at a table, decided, appealed against, settled; precedents: searched, exported, imported, marked."""

from __future__ import annotations

from typing import Any

from flask import Response
from marshmallow import ValidationError

from referee.cases import appeals, deciding, opening
from referee.cases.precedents import commands as precedent_commands
from referee.cases.precedents.file import export_rulings, file_text
from referee.cases.precedents.precedents import foreign_precedent, search
from referee.cases.queries import CASES, cases_at, cases_of
from referee.cases.remedies import remedies_for, remedy_of
from referee.cases.remedy_effect import propose_effect
from referee.cases.review import review
from referee.cases.schemas.answers import (
    CaseOut,
    CasePage,
    CaseTrialOut,
    RemedyOut,
    ReviewOut,
    TableCaseOut,
    TableCasePage,
)
from referee.cases.schemas.given import (
    AppealIn,
    AppealSettledIn,
    AppealWithdrawnIn,
    CaseDecisionIn,
    CaseIn,
    CaseNoteIn,
    CasesQuery,
    CaseTrialIn,
    EffectIn,
    RemedyIn,
    StandingIn,
    effect_of,
    ruling_of,
    settlement_of,
)
from referee.cases.schemas.precedents import (
    PrecedentOut,
    PrecedentPage,
    PrecedentsQuery,
    RulingsFile,
    RulingsImportOut,
    RulingsImportQuery,
)
from referee.cases.views import case_view, table_case_view, table_penalties
from referee.core.access.guard import allowed, require_principal
from referee.core.access.roles import may
from referee.core.access.scope import event_for, event_of, table_for
from referee.core.command import caller
from referee.core.http.body_limits import LARGEST
from referee.core.http.download import attachment
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.field_faults import faults_in, invalid
from referee.core.http.responses import answer
from referee.core.http.schemas import ReasonIn
from referee.core.language import language
from referee.core.problems import Problem
from referee.core.rows import get_row
from referee.core.service import service
from referee.log.table_game import TableGames
from referee.models import Case, Event, Precedent

blueprint = StrictBlueprint("cases", __name__, url_prefix="/api/v1", description="Cases, rulings and appeals")

TABLE_CASES = TableCasePage()
"""Built once, since every tablet polls this endpoint."""


def answer_staff(case_id: str, status: int = 200) -> Response:
    """A case as the staff see it."""
    database = service().database
    with database.read() as session:
        found = CASES.state(session, case_id)
        bench = may(require_principal().roles_in(found.case.event_id, found.case.table_id), "case.decide")
        view = case_view(session, found, database.now(), language(), bench=bench)
    return answer(CaseOut().dump(view), status)


def answer_table(case_id: str, status: int = 200) -> Response:
    """A case as its table sees it."""
    database = service().database
    with database.read() as session:
        view = table_case_view(session, CASES.state(session, case_id), database.now(), language())
    return answer(TableCaseOut().dump(view), status)


@endpoint(blueprint, "POST", "/tables/<table_id>/cases", body=CaseIn, gives=CaseOut, status=201, fails=(409,))
def open_case(query: dict[str, Any], body: dict[str, Any], table_id: str) -> Response:
    """Open a case at a table.

    It records where the log was and how the clock stood. Idempotent: repeating a client id returns the same case.
    """
    return answer_staff(opening.open_case(caller(), opening.OpenCase(table_id, **body)), 201)


@endpoint(blueprint, "GET", "/tables/<table_id>/cases", gives=TableCasePage, fails=(409,))
def list_table_cases(query: dict[str, Any], table_id: str) -> Response:
    """List the cases of a table and the penalties given there, for its tablet.

    Gives each decision, the deadline for an appeal, and the outcome of appeals.
    """
    table_for("case.appeal", table_id)
    database = service().database
    now = database.now()
    with database.read() as session:
        views = [table_case_view(session, each, now, language()) for each in cases_at(session, table_id)]
        penalties = table_penalties(session, table_id, language())
    found = TABLE_CASES.dump({"now": now, "rows": views, "penalties": penalties, "next": None})
    return answer(found, tag=repr((found["rows"], found["penalties"])))


@endpoint(blueprint, "GET", "/events/<event_id>/cases", query=CasesQuery, gives=CasePage, fails=(409,))
def list_cases(query: dict[str, Any], event_id: str) -> Response:
    """List the cases of an event that wait for a decision, or all of them."""
    allowed("case.read", event_id)
    database = service().database
    now = database.now()
    with database.read() as session:
        get_row(session, Event, event_id)
        cases = cases_of(session, event_id, still_open=query["state"] == "open")
        views = [case_view(session, each, now, language()) for each in cases]
    found = CasePage().dump({"now": now, "rows": views, "next": None})
    return answer(found, tag=repr(found["rows"]))


@endpoint(blueprint, "GET", "/events/<event_id>/review", gives=ReviewOut)
def show_review(query: dict[str, Any], event_id: str) -> Response:
    """Get statistics of the judges' work at an event.

    Response and handling times, rulings by kind and chapter, appeals with the share overturned, and penalties.
    """
    event_for("case.read", event_id)
    with service().database.read() as session:
        return answer(ReviewOut().dump(review(session, event_id)))


@endpoint(blueprint, "GET", "/cases/<case_id>", gives=CaseOut, fails=(409,))
def show_case(query: dict[str, Any], case_id: str) -> Response:
    """Get a case with all its steps."""
    require_principal()
    with service().database.read() as session:
        found = get_row(session, Case, case_id)
    allowed("case.read", found.event_id, found.table_id)
    return answer_staff(case_id)


@endpoint(blueprint, "POST", "/cases/<case_id>/notes", body=CaseNoteIn, gives=CaseOut, fails=(409,))
def note_case(query: dict[str, Any], body: dict[str, Any], case_id: str) -> Response:
    """Add a note to a case: a witness's statement, a finding, or something that only arbiters may read."""
    opening.note_case(caller(), opening.NoteCase(case_id, **body))
    return answer_staff(case_id)


@endpoint(blueprint, "POST", "/cases/<case_id>/withdraw", body=ReasonIn, gives=CaseOut, fails=(409,))
def withdraw_case(body: ReasonIn, case_id: str) -> Response:
    """Withdraw a case that has not been decided."""
    opening.withdraw_case(caller(), case_id, body.reason)
    return answer_staff(case_id)


@endpoint(blueprint, "POST", "/cases/<case_id>/trials", body=CaseTrialIn, gives=CaseTrialOut, fails=(409, 429))
def try_effect(query: dict[str, Any], body: dict[str, Any], case_id: str) -> Response:
    """Preview what an effect would do at the table now.

    Nothing is saved.
    """
    effect, clauses = effect_of(body["effect"]), body["clauses"]
    return answer(CaseTrialOut().dump(deciding.try_effect(caller(), case_id, effect, language(), clauses)))


@endpoint(blueprint, "POST", "/cases/<case_id>/remedies", body=RemedyIn, gives=RemedyOut, fails=(409, 422, 429))
def try_remedy(query: dict[str, Any], body: dict[str, Any], case_id: str) -> Response:
    """Preview what a common remedy would do, and get it as the effect of a ruling.

    Nothing is saved.
    """
    with service().database.read() as session:
        found = get_row(session, Case, case_id)
    allowed("case.decide", found.event_id, found.table_id)
    game = service().part(TableGames).current(found.table_id)
    if body["kind"] not in remedies_for(game):
        raise Problem("not_found", path=body["kind"])
    proposed = propose_effect(case_id, remedy_of(body["kind"], body), game, "", language())
    try:
        effect = effect_of(EffectIn().load(dict(proposed.effect)))
    except ValidationError as error:
        raise invalid(*faults_in(error.messages)) from error
    trial = deciding.try_effect(caller(), case_id, effect, language())
    return answer(RemedyOut().dump({"effect": proposed.effect, "dropped": proposed.dropped, "trial": trial}))


@endpoint(blueprint, "POST", "/cases/<case_id>/decision", body=CaseDecisionIn, gives=CaseOut, fails=(409,))
def decide_case(query: dict[str, Any], body: dict[str, Any], case_id: str) -> Response:
    """Decide a case.

    The decision is written to the table's log with its effect. Idempotent: repeating a client id returns the same
    decision. 422 `refused`: the effect is impossible on the board. At a closed table only effects that leave the
    position unchanged are possible; `entry` is then null, and only the case records the decision.
    """
    client_id, ruling = body.pop("client_id"), ruling_of(body)
    deciding.decide_case(caller(), deciding.DecideCase(case_id, client_id, ruling), language())
    return answer_staff(case_id)


@endpoint(blueprint, "POST", "/cases/<case_id>/appeals", body=AppealIn, gives=TableCaseOut, status=201, fails=(409,))
def appeal(query: dict[str, Any], body: dict[str, Any], case_id: str) -> Response:
    """Appeal against a ruling on behalf of a player.

    From the table's own device or by the staff; once per player, and before the deadline.
    """
    appeals.make_appeal(caller(), appeals.MakeAppeal(case_id, **body))
    return answer_table(case_id, 201)


@endpoint(
    blueprint, "POST", "/cases/<case_id>/appeals/withdraw", body=AppealWithdrawnIn, gives=TableCaseOut, fails=(409,)
)
def withdraw_appeal(query: dict[str, Any], body: dict[str, Any], case_id: str) -> Response:
    """Withdraw a player's appeal."""
    appeals.withdraw_appeal(caller(), case_id, body["player"])
    return answer_table(case_id)


@endpoint(blueprint, "POST", "/cases/<case_id>/appeals/settle", body=AppealSettledIn, gives=CaseOut, fails=(409,))
def settle_appeals(query: dict[str, Any], body: dict[str, Any], case_id: str) -> Response:
    """Decide the pending appeals of a case.

    The ruling is upheld, or a new ruling is added on top of it; nothing is rewritten.
    """
    appeals.settle_appeals(caller(), settlement_of(case_id, body), language())
    return answer_staff(case_id)


@endpoint(blueprint, "PUT", "/cases/<case_id>/standing", body=StandingIn, gives=CaseOut, fails=(409,))
def mark_case(query: dict[str, Any], body: dict[str, Any], case_id: str) -> Response:
    """Set what a decided case is worth as a precedent in this event: nothing, advice, or binding."""
    precedent_commands.mark_case(caller(), case_id, body["standing"])
    return answer_staff(case_id)


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
def export_precedents(query: dict[str, Any], event_id: str) -> Response:
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


@endpoint(precedents, "PUT", "/precedents/<precedent_id>/standing", body=StandingIn, gives=PrecedentOut)
def mark_precedent(query: dict[str, Any], body: dict[str, Any], precedent_id: str) -> Response:
    """Set what a ruling of another event is worth in this event: nothing, advice, or binding."""
    precedent_commands.mark_precedent(caller(), precedent_id, body["standing"])
    with service().database.read() as session:
        return answer(PrecedentOut().dump(foreign_precedent(session.get_one(Precedent, precedent_id))))
