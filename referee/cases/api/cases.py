"""Cases: opened at a table, decided by the arbiter, appealed against, decided on by the head judge."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Response
from sqlmodel import Session

from referee.cases import appeals as appealing
from referee.cases import deciding
from referee.cases import opening as case_opening
from referee.cases.precedents.precedents import mark
from referee.cases.queries import case_state, cases_at, cases_of, for_table, listed
from referee.cases.schemas.answers import CaseOut, CasePage, CaseTrialOut, TableCaseOut, TableCasePage
from referee.cases.schemas.given import (
    AppealIn,
    AppealSettledIn,
    AppealWithdrawnIn,
    CaseDecisionIn,
    CaseIn,
    CaseNoteIn,
    CasesQuery,
    CaseTrialIn,
    StandingIn,
)
from referee.cases.state import CaseState
from referee.core.access.guard import allowed, somebody
from referee.core.access.principal import Principal
from referee.core.access.scope import table_for
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.http.schemas import ReasonIn
from referee.core.problems import Problem
from referee.core.service import service
from referee.models import Case, Event

blueprint = StrictBlueprint("cases", __name__, url_prefix="/api/v1", description="Cases, rulings and appeals")

Work = Callable[[Session, int], CaseState]


def case_for(action: str, case_id: str) -> Principal:
    """Who asks, if they may take the action at the table of a case.

    Raises the problems ``unknown_person``, ``not_found`` and ``not_allowed``.
    """
    somebody()
    with service().database.read() as session:
        found = session.get(Case, case_id)
    if found is None:
        raise Problem("not_found", path=case_id)
    return allowed(action, found.event_id, found.table_id)


def done(work: Work) -> CaseState:
    """Do something about a case, and wake whoever watches its table or event."""
    database = service().database
    with database.write() as session:
        found = work(session, database.now())
    service().bus.publish(found.table.id, found.case.event_id)
    return found


def answered(found: CaseState, status: int = 200) -> Response:
    """A case as the staff see it."""
    database = service().database
    with database.read() as session:
        (row,) = listed(session, [case_state(session, found.case.id)], database.now())
    return answer(row, status)


def shown_at_table(found: CaseState, status: int = 200) -> Response:
    """A case as its table sees it."""
    database = service().database
    with database.read() as session:
        row = for_table(session, case_state(session, found.case.id), database.now())
    return answer(row, status)


@endpoint(blueprint, "POST", "/tables/<table_id>/cases", body=CaseIn, gives=CaseOut, status=201, fails=(409,))
def open_case(query: dict[str, Any], body: dict[str, Any], table_id: str) -> Response:
    """Open a case at a table. It keeps where the log was and how the clock stood; the same client id is one case."""
    _, who = table_for("case.open", table_id)
    return answered(done(lambda session, now: case_opening.open_case(session, now, who, table_id, body)), 201)


@endpoint(blueprint, "GET", "/tables/<table_id>/cases", gives=TableCasePage, fails=(409,))
def list_table_cases(query: dict[str, Any], table_id: str) -> Response:
    """The cases of a table, for its tablet: what was decided, and until when it can be appealed against."""
    table_for("case.appeal", table_id)
    database = service().database
    now = database.now()
    with database.read() as session:
        rows = [for_table(session, each, now) for each in cases_at(session, table_id)]
    return answer({"now": now, "rows": rows, "next": None}, tag=repr(rows))


@endpoint(blueprint, "GET", "/events/<event_id>/cases", query=CasesQuery, gives=CasePage, fails=(409,))
def list_cases(query: dict[str, Any], event_id: str) -> Response:
    """The cases that wait for a decision, or all of an event."""
    allowed("case.read", event_id)
    database = service().database
    now = database.now()
    with database.read() as session:
        if session.get(Event, event_id) is None:
            raise Problem("not_found", path=event_id)
        rows = listed(session, cases_of(session, event_id, still_open=query["state"] == "open"), now)
    return answer({"now": now, "rows": rows, "next": None}, tag=repr(rows))


@endpoint(blueprint, "GET", "/cases/<case_id>", gives=CaseOut, fails=(409,))
def show_case(query: dict[str, Any], case_id: str) -> Response:
    """A case with every step."""
    case_for("case.read", case_id)
    database = service().database
    with database.read() as session:
        return answered(case_state(session, case_id))


@endpoint(blueprint, "POST", "/cases/<case_id>/notes", body=CaseNoteIn, gives=CaseOut, fails=(409,))
def note_case(query: dict[str, Any], body: dict[str, Any], case_id: str) -> Response:
    """Keep something with a case: what a witness said, what was found."""
    who = case_for("case.open", case_id)
    return answered(done(lambda session, now: case_opening.note(session, now, who, case_id, body["note"])))


@endpoint(blueprint, "POST", "/cases/<case_id>/withdraw", body=ReasonIn, gives=CaseOut, fails=(409,))
def withdraw_case(query: dict[str, Any], body: dict[str, Any], case_id: str) -> Response:
    """Give up a case that is not decided."""
    who = case_for("case.open", case_id)
    return answered(done(lambda session, now: case_opening.withdraw(session, now, who, case_id, body["reason"])))


@endpoint(blueprint, "POST", "/cases/<case_id>/trials", body=CaseTrialIn, gives=CaseTrialOut, fails=(409, 429))
def try_effect(query: dict[str, Any], body: dict[str, Any], case_id: str) -> Response:
    """What would an effect do, here, now? Nothing of it is kept."""
    who = case_for("case.decide", case_id)
    service().limits.trial(who.credential_id)
    return answer(deciding.try_effect(service(), who, case_id, body))


@endpoint(blueprint, "POST", "/cases/<case_id>/decision", body=CaseDecisionIn, gives=CaseOut, fails=(409,))
def decide_case(query: dict[str, Any], body: dict[str, Any], case_id: str) -> Response:
    """Decide a case. The decision enters the table's log with its effect; the same client id is one decision.

    422 `refused`: the effect is impossible on the board. At a closed table only effects that leave the position as it
    is can be had; `entry` is null then, and the case alone has the decision.
    """
    who = case_for("case.decide", case_id)
    return answered(deciding.decide(service(), who, case_id, body))


@endpoint(blueprint, "POST", "/cases/<case_id>/appeals", body=AppealIn, gives=TableCaseOut, status=201, fails=(409,))
def appeal(query: dict[str, Any], body: dict[str, Any], case_id: str) -> Response:
    """Appeal against a ruling for a player: at the table's own device, or by the staff; once, and in time."""
    who = case_for("case.appeal", case_id)
    return shown_at_table(done(lambda session, now: appealing.appeal(session, now, who, case_id, body)), 201)


@endpoint(blueprint, "POST", "/cases/<case_id>/appeals/withdraw", body=AppealWithdrawnIn, gives=TableCaseOut,
          fails=(409,))  # fmt: skip
def withdraw_appeal(query: dict[str, Any], body: dict[str, Any], case_id: str) -> Response:
    """Withdraw the appeal of a player."""
    who = case_for("case.appeal", case_id)
    seat = body["player"]
    return shown_at_table(done(lambda session, now: appealing.withdraw_appeal(session, now, who, case_id, seat)))


@endpoint(blueprint, "POST", "/cases/<case_id>/appeals/settle", body=AppealSettledIn, gives=CaseOut, fails=(409,))
def settle_appeals(query: dict[str, Any], body: dict[str, Any], case_id: str) -> Response:
    """Decide about the appeals that wait: the ruling stays, or a new one comes on top of it; nothing is rewritten."""
    who = case_for("appeal.decide", case_id)
    return answered(appealing.settle_appeal(service(), who, case_id, body))


@endpoint(blueprint, "PUT", "/cases/<case_id>/standing", body=StandingIn, gives=CaseOut, fails=(409,))
def mark_case(query: dict[str, Any], body: dict[str, Any], case_id: str) -> Response:
    """Say what a decided case is worth as a precedent: nothing, advice, or binding for this event."""
    who = case_for("precedent.change", case_id)
    return answered(done(lambda session, now: mark(session, now, who, case_id, body["standing"])))
