"""Calls: somebody at a table wants a judge or the arbiter, and somebody comes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Response
from sqlmodel import Session

from referee.calls import commands as answering
from referee.calls import commands as calling
from referee.calls.queries import calls_of, for_table, listed, open_call
from referee.calls.schemas import (
    CallIn,
    CallOut,
    CallPage,
    CallsQuery,
    HandOverIn,
    NotedIn,
    StaffCallOut,
    TableCallsOut,
)
from referee.calls.state import CallState
from referee.calls.time import give_extension
from referee.core.access.guard import allowed, somebody
from referee.core.access.principal import Principal
from referee.core.access.scope import table_for
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.problems import Problem
from referee.core.service import service
from referee.log.table_game import TableGames
from referee.models import Call, Event

blueprint = StrictBlueprint("calls", __name__, url_prefix="/api/v1", description="Calls for a judge or the arbiter")

Work = Callable[[Session, int], CallState]


def call_for(action: str, call_id: str) -> tuple[Call, Principal]:
    """A call, and who asks, if they may take the action at its table.

    Raises the problems ``unknown_person``, ``not_found`` and ``not_allowed``.
    """
    somebody()
    with service().database.read() as session:
        found = session.get(Call, call_id)
    if found is None:
        raise Problem("not_found", path=call_id)
    return found, allowed(action, found.event_id, found.table_id)


def told(found: CallState) -> None:
    """Wake whoever watches the table or the event."""
    service().bus.publish(found.table.id, found.call.event_id)


def answered(work: Work) -> Response:
    """Do something about a call; the call as it stands then."""
    database = service().database
    with database.write() as session:
        found = work(session, database.now())
    told(found)
    with database.read() as session:
        (row,) = listed(session, [found], database.now())
    return answer(row)


@endpoint(blueprint, "POST", "/tables/<table_id>/calls", body=CallIn, gives=CallOut, status=201, fails=(429,))
def make_call(query: dict[str, Any], body: dict[str, Any], table_id: str) -> Response:
    """Call a judge or the arbiter to a table.

    While a call of the table is open, this one joins it. The same client id sent twice is one call.
    """
    _, who = table_for("call.make", table_id)
    now = service()
    now.limits.call(who.credential_id)
    with now.database.write() as session:
        state, repeated = calling.call(session, now.database.now(), who, table_id, body)
    if not repeated:
        told(state)
    headers = {"Idempotent-Replayed": "true"} if repeated else None
    return answer(for_table(state, now.database.now()), 201, headers=headers)


@endpoint(blueprint, "GET", "/tables/<table_id>/calls", gives=TableCallsOut)
def show_table_calls(query: dict[str, Any], table_id: str) -> Response:
    """What the table's tablet shows: whether a call is open, and who is coming.

    304 as long as nothing has happened to it.
    """
    table_for("call.make", table_id)
    database = service().database
    with database.read() as session:
        found = open_call(session, table_id)
    now = database.now()
    tag = f"{found.call.id} {found.last_at}" if found else ""
    return answer({"now": now, "open": for_table(found, now) if found else None}, tag=tag)


@endpoint(blueprint, "GET", "/events/<event_id>/calls", query=CallsQuery, gives=CallPage)
def list_calls(query: dict[str, Any], event_id: str) -> Response:
    """The queue of open calls, or all calls of an event with what was done about them."""
    allowed("call.answer", event_id)
    database = service().database
    now = database.now()
    with database.read() as session:
        if session.get(Event, event_id) is None:
            raise Problem("not_found", path=event_id)
        rows = listed(session, calls_of(session, event_id, still_open=query["state"] == "open"), now)
    tag = repr([{**row, "waited": None} for row in rows])
    return answer({"now": now, "rows": rows, "next": None}, tag=tag)


@endpoint(blueprint, "POST", "/calls/<call_id>/claim", gives=StaffCallOut, fails=(409,))
def claim_call(query: dict[str, Any], call_id: str) -> Response:
    """Take a call. 409 `call_claimed` names who has it; `call_above`: somebody higher is wanted."""
    _, who = call_for("call.answer", call_id)
    return answered(lambda session, now: answering.claim(session, now, who, call_id))


@endpoint(blueprint, "POST", "/calls/<call_id>/escalate", body=NotedIn, gives=StaffCallOut, fails=(409,))
def escalate_call(query: dict[str, Any], body: dict[str, Any], call_id: str) -> Response:
    """Ask for somebody higher: from a judge to an arbiter to the head judge; the call is free to be taken again."""
    _, who = call_for("call.answer", call_id)
    return answered(lambda session, now: answering.escalate(session, now, who, call_id, body["note"]))


@endpoint(blueprint, "POST", "/calls/<call_id>/hand-over", body=HandOverIn, gives=StaffCallOut, fails=(409,))
def hand_call_over(query: dict[str, Any], body: dict[str, Any], call_id: str) -> Response:
    """Give a call to somebody by name: whoever has it may, and the head judge and the organizer in any case."""
    _, who = call_for("call.answer", call_id)
    to, note = body["to"], body["note"]
    return answered(lambda session, now: answering.hand_over(session, now, who, call_id, to, note))


@endpoint(blueprint, "POST", "/calls/<call_id>/resolve", body=NotedIn, gives=StaffCallOut, fails=(409,))
def resolve_call(query: dict[str, Any], body: dict[str, Any], call_id: str) -> Response:
    """Say that it is settled, and how. `extension` is what may be given for the time that it took."""
    _, who = call_for("call.answer", call_id)
    return answered(lambda session, now: answering.resolve(session, now, who, call_id, body["note"]))


@endpoint(blueprint, "POST", "/calls/<call_id>/withdraw", gives=CallOut, fails=(409,))
def withdraw_call(query: dict[str, Any], call_id: str) -> Response:
    """The table has no need of it any more."""
    _, who = call_for("call.make", call_id)
    database = service().database
    with database.write() as session:
        found = calling.withdraw(session, database.now(), who, call_id)
    told(found)
    return answer(for_table(found, database.now()))


@endpoint(blueprint, "POST", "/calls/<call_id>/extension", gives=StaffCallOut, fails=(409,))
def extend_for_call(query: dict[str, Any], call_id: str) -> Response:
    """Give the table the extension that is proposed for a settled call, once.

    409 says why it cannot be: `no_extension`, or what stands against extending a clock.
    """
    call, who = call_for("table.clock", call_id)
    service().part(TableGames).prepare([call.table_id])
    return answered(lambda session, _now: give_extension(service(), session, who, call_id))
