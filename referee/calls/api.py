"""Calls for a judge or the arbiter, judges assigned to tables, and the notes that they leave there."""

from __future__ import annotations

from typing import Any

from flask import Response
from sqlmodel import select

from referee.calls import commands
from referee.calls.commands import MakeCall
from referee.calls.queries import CALLS, assigned_names, assignments_of, calls_of, notes_at, open_calls
from referee.calls.views import (
    AssignmentPage,
    CallPage,
    CallView,
    StaffCallView,
    TableCallsView,
    assignment_views,
    call_view,
    staff_call_views,
)
from referee.core.access.guard import allowed, require_principal
from referee.core.access.scope import round_for, table_for
from referee.core.command import caller
from referee.core.http import fields
from referee.core.http.declared import dump
from referee.core.http.endpoint import StrictBlueprint, endpoint, operation
from referee.core.http.responses import answer
from referee.core.http.schemas import Query
from referee.core.rows import get_row
from referee.core.service import service
from referee.models import Event, GameTable

blueprint = StrictBlueprint("calls", __name__, url_prefix="/api/v1", description="Calls for a judge or the arbiter")
assignments = StrictBlueprint("assignments", __name__, url_prefix="/api/v1", description="Judges assigned to tables")


class CallsQuery(Query):
    """Which calls to list."""

    state = fields.String(
        load_default="open",
        validate=fields.OneOf(["open", "all"]),
        metadata={"description": "`open`: the queue of open calls, oldest first; `all`: all calls, newest first."},
    )


def call_at_table(call_id: str) -> CallView:
    """A call as its table sees it."""
    database = service().database
    with database.read() as session:
        return call_view(CALLS.state(session, call_id), database.now())


def staff_call(call_id: str) -> StaffCallView:
    """A call as the people who answer calls see it."""
    database = service().database
    with database.read() as session:
        (view,) = staff_call_views(session, [CALLS.state(session, call_id)], database.now())
    return view


@endpoint(blueprint, "POST", "/tables/<table_id>/calls", body=MakeCall, gives=CallView, status=201, fails=(429,))
def make_call(body: MakeCall, table_id: str) -> Response:
    """Call a judge or the arbiter to a table.

    The call joins the table's latest open call if nobody has taken that one yet, or if this one asks for a higher
    level; otherwise it is a new call. Idempotent: repeating a client id returns the same call.
    """
    _, who = table_for("call.make", table_id)
    service().limits.call(who.credential_id)
    call = commands.make_call(caller(), table_id, body)
    headers = {"Idempotent-Replayed": "true"} if call.repeated else None
    return answer(dump(CallView, call_at_table(call.id)), 201, headers=headers)


@endpoint(blueprint, "GET", "/tables/<table_id>/calls", gives=TableCallsView)
def show_table_calls(table_id: str) -> Response:
    """Get the open call of a table and who is coming, for the table's tablet.

    304 as long as nothing about it has changed.
    """
    table_for("call.make", table_id)
    database = service().database
    with database.read() as session:
        found = open_calls(session, table_id)
    now = database.now()
    views = [call_view(each, now) for each in found]
    tag = " ".join(f"{each.call.id} {each.last_at}" for each in found)
    return answer(dump(TableCallsView, TableCallsView(now, views[0] if views else None, views)), tag=tag)


@endpoint(blueprint, "GET", "/events/<event_id>/calls", query=CallsQuery, gives=CallPage)
def list_calls(query: dict[str, Any], event_id: str) -> Response:
    """List the queue of open calls of an event, or all its calls with what was done about them."""
    allowed("call.answer", event_id)
    database = service().database
    now = database.now()
    with database.read() as session:
        get_row(session, Event, event_id)
        views = staff_call_views(session, calls_of(session, event_id, still_open=query["state"] == "open"), now)
    body = dump(CallPage, CallPage(now, views))
    return answer(body, tag=repr([{**row, "waited": None} for row in body["rows"]]))


operation(blueprint, "POST", "/calls/<call_id>/claim", commands.claim_call, shows=staff_call, fails=(409,))
operation(blueprint, "POST", "/calls/<call_id>/escalate", commands.escalate_call, shows=staff_call, fails=(409,))
operation(blueprint, "POST", "/calls/<call_id>/hand-over", commands.hand_call_over, shows=staff_call, fails=(409,))
operation(blueprint, "POST", "/calls/<call_id>/resolve", commands.resolve_call, shows=staff_call, fails=(409,))
operation(blueprint, "POST", "/calls/<call_id>/withdraw", commands.withdraw_call, shows=call_at_table, fails=(409,))
operation(blueprint, "POST", "/calls/<call_id>/extension", commands.extend_for_call, shows=staff_call, fails=(409,))


def assigned_to_round(round_id: str) -> AssignmentPage:
    """The assignments of a round and the notes at its tables."""
    with service().database.read() as session:
        rows = assignments_of(session, [round_id])
        tables = session.exec(select(GameTable.id).where(GameTable.round_id == round_id)).all()
        notes = notes_at(session, tables).values()
        return AssignmentPage(assignment_views(rows, assigned_names(session, rows)), list(notes))


@endpoint(assignments, "GET", "/rounds/<round_id>/assignments", gives=AssignmentPage)
def list_assignments(round_id: str) -> Response:
    """List who looks after which tables of a round, and the notes left at its tables."""
    require_principal()
    with service().database.read() as session:
        round_for(session, round_id, "call.answer")
    body = dump(AssignmentPage, assigned_to_round(round_id))
    return answer(body, tag=repr(body))


operation(assignments, "PUT", "/rounds/<round_id>/assignments", commands.set_assignments, shows=assigned_to_round)
operation(assignments, "PUT", "/tables/<table_id>/note", commands.leave_note)
