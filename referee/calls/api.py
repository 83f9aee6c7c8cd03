"""Calls for a judge or the arbiter, judges assigned to tables, and the notes that they leave there."""

from __future__ import annotations

from typing import Any

from flask import Response
from sqlmodel import Session, select

from referee.calls import commands
from referee.calls.queries import assigned_names, assignments_of, call_state, calls_of, notes_at, open_calls
from referee.calls.schemas import (
    AssignmentPage,
    AssignmentsIn,
    CallIn,
    CallOut,
    CallPage,
    CallsQuery,
    HandOverIn,
    NotedIn,
    NoteIn,
    NoteOut,
    StaffCallOut,
    TableCallsOut,
)
from referee.calls.views import assignment_views, call_view, staff_call_views
from referee.core.access.guard import allowed, require_principal
from referee.core.access.scope import round_for, table_for
from referee.core.command import caller
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.rows import get_row
from referee.core.service import service
from referee.models import Event, GameTable

blueprint = StrictBlueprint("calls", __name__, url_prefix="/api/v1", description="Calls for a judge or the arbiter")

TABLE_CALLS = TableCallsOut()
"""Built once, since every tablet polls this endpoint."""


def answer_table(call_id: str, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A call as its table sees it."""
    database = service().database
    with database.read() as session:
        found = call_state(session, call_id)
    return answer(CallOut().dump(call_view(found, database.now())), status, headers=headers)


def answer_staff(call_id: str) -> Response:
    """A call as the people who answer calls see it."""
    database = service().database
    with database.read() as session:
        (view,) = staff_call_views(session, [call_state(session, call_id)], database.now())
    return answer(StaffCallOut().dump(view))


@endpoint(blueprint, "POST", "/tables/<table_id>/calls", body=CallIn, gives=CallOut, status=201, fails=(429,))
def make_call(query: dict[str, Any], body: dict[str, Any], table_id: str) -> Response:
    """Call a judge or the arbiter to a table.

    The call joins the table's latest open call if nobody has taken that one yet, or if this one asks for a higher
    level; otherwise it is a new call. Idempotent: repeating a client id returns the same call.
    """
    _, who = table_for("call.make", table_id)
    service().limits.call(who.credential_id)
    call = commands.make_call(caller(), commands.MakeCall(table_id, **body))
    return answer_table(call.id, 201, {"Idempotent-Replayed": "true"} if call.repeated else None)


@endpoint(blueprint, "GET", "/tables/<table_id>/calls", gives=TableCallsOut)
def show_table_calls(query: dict[str, Any], table_id: str) -> Response:
    """Get the open call of a table and who is coming, for the table's tablet.

    304 as long as nothing about it has changed.
    """
    table_for("call.make", table_id)
    database = service().database
    with database.read() as session:
        found = open_calls(session, table_id)
    now = database.now()
    tag = " ".join(f"{each.call.id} {each.last_at}" for each in found)
    views = [call_view(each, now) for each in found]
    return answer(TABLE_CALLS.dump({"now": now, "open": views[0] if views else None, "rows": views}), tag=tag)


@endpoint(blueprint, "GET", "/events/<event_id>/calls", query=CallsQuery, gives=CallPage)
def list_calls(query: dict[str, Any], event_id: str) -> Response:
    """List the queue of open calls of an event, or all its calls with what was done about them."""
    allowed("call.answer", event_id)
    database = service().database
    now = database.now()
    with database.read() as session:
        get_row(session, Event, event_id)
        views = staff_call_views(session, calls_of(session, event_id, still_open=query["state"] == "open"), now)
    body = CallPage().dump({"now": now, "rows": views, "next": None})
    return answer(body, tag=repr([{**row, "waited": None} for row in body["rows"]]))


@endpoint(blueprint, "POST", "/calls/<call_id>/claim", gives=StaffCallOut, fails=(409,))
def claim_call(query: dict[str, Any], call_id: str) -> Response:
    """Take a call.

    409 `call_claimed` names the person who already has it; `call_above`: a higher level is wanted.
    """
    commands.claim_call(caller(), call_id)
    return answer_staff(call_id)


@endpoint(blueprint, "POST", "/calls/<call_id>/escalate", body=NotedIn, gives=StaffCallOut, fails=(409,))
def escalate_call(query: dict[str, Any], body: dict[str, Any], call_id: str) -> Response:
    """Escalate a call from a judge to an arbiter, or from an arbiter to the head judge.

    It can then be taken again.
    """
    commands.escalate_call(caller(), call_id, body["note"])
    return answer_staff(call_id)


@endpoint(blueprint, "POST", "/calls/<call_id>/hand-over", body=HandOverIn, gives=StaffCallOut, fails=(409,))
def hand_call_over(query: dict[str, Any], body: dict[str, Any], call_id: str) -> Response:
    """Hand a call over to a named person.

    The person who has the call may do this; the head judge and the organizer always may.
    """
    commands.hand_call_over(caller(), commands.HandCallOver(call_id, **body))
    return answer_staff(call_id)


@endpoint(blueprint, "POST", "/calls/<call_id>/resolve", body=NotedIn, gives=StaffCallOut, fails=(409,))
def resolve_call(query: dict[str, Any], body: dict[str, Any], call_id: str) -> Response:
    """Resolve a call, with a note on how it was settled.

    `extension` in the response is the extra time that can be given for the time it took.
    """
    commands.resolve_call(caller(), call_id, body["note"])
    return answer_staff(call_id)


@endpoint(blueprint, "POST", "/calls/<call_id>/withdraw", gives=CallOut, fails=(409,))
def withdraw_call(query: dict[str, Any], call_id: str) -> Response:
    """Withdraw a call that the table no longer needs."""
    commands.withdraw_call(caller(), call_id)
    return answer_table(call_id)


@endpoint(blueprint, "POST", "/calls/<call_id>/extension", gives=StaffCallOut, fails=(409,))
def extend_for_call(query: dict[str, Any], call_id: str) -> Response:
    """Give the table the extension proposed for a settled call; possible once.

    409 gives the reason if it is not possible: `no_extension`, or whatever prevents the clock from being extended.
    """
    commands.extend_for_call(caller(), call_id)
    return answer_staff(call_id)


assignments = StrictBlueprint("assignments", __name__, url_prefix="/api/v1", description="Judges assigned to tables")


def assignments_json(session: Session, round_id: str) -> Any:
    """The assignments of a round and the notes at its tables."""
    rows = assignments_of(session, [round_id])
    tables = session.exec(select(GameTable.id).where(GameTable.round_id == round_id)).all()
    notes = notes_at(session, tables).values()
    views = assignment_views(rows, assigned_names(session, rows))
    return AssignmentPage().dump({"rows": views, "notes": notes, "next": None})


@endpoint(assignments, "GET", "/rounds/<round_id>/assignments", gives=AssignmentPage)
def list_assignments(query: dict[str, Any], round_id: str) -> Response:
    """List who looks after which tables of a round, and the notes left at its tables."""
    require_principal()
    with service().database.read() as session:
        body = assignments_json(session, round_for(session, round_id, "call.answer").id)
    return answer(body, tag=repr(body))


@endpoint(assignments, "PUT", "/rounds/<round_id>/assignments", body=AssignmentsIn, gives=AssignmentPage)
def set_assignments(query: dict[str, Any], body: dict[str, Any], round_id: str) -> Response:
    """Replace the assignments of a round: who looks after which tables."""
    commands.assign_tables(caller(), round_id, [commands.AssignedTables(**each) for each in body["rows"]])
    with service().database.read() as session:
        return answer(assignments_json(session, round_id))


@endpoint(assignments, "PUT", "/tables/<table_id>/note", body=NoteIn, gives=NoteOut)
def leave_note(query: dict[str, Any], body: dict[str, Any], table_id: str) -> Response:
    """Leave a note at a table for the next person who comes there.

    An empty note clears the previous one.
    """
    return answer(NoteOut().dump(commands.leave_note(caller(), table_id, body["text"])))
