"""Calls: the list of an event's, and the page of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, request
from sqlmodel import Session, col, select

from referee.calls import commands
from referee.calls.queries import (
    CALLS,
    answering_judges,
    assigned_names,
    assignments_of,
    call_times,
    calls_of,
    is_assigned,
    notes_at,
    settled_calls,
)
from referee.calls.state import CLAIMED, ESCALATED, HANDED_OVER, LEVELS, RESOLVED, minutes_text
from referee.calls.views import StaffCallView, call_view
from referee.core.access.guard import allowed
from referee.core.access.scope import event_for, within
from referee.core.command import caller
from referee.core.language import language
from referee.core.pages.format import round_name
from referee.core.pages.forms import asked, form_view
from referee.core.pages.frame import framed
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.plan import rounds_of
from referee.events.queries import players_by_table
from referee.log.table_game import TableGames
from referee.log.text import refusals_of
from referee.models import Account, Assignment, Call, GameTable, Round, new_id
from referee.rules.guide import irregularities_fitting, remedies_for
from tournaments.lists.cells import Fields
from tournaments.rota import TableRanges, ranges_text

blueprint = Blueprint("calls_page", __name__)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A call in the queue.  ``mine``: whether the reader looks after its table; ``takes``: whether the reader may take
    it.
    """

    call: StaffCallView
    mine: bool
    takes: bool


@dataclass(frozen=True, slots=True)
class Judge:
    """Somebody who answers calls, and their tables as typed: ``1-4, 7``.  ``id``: the account's."""

    id: str
    name: str
    tables: str


@dataclass(frozen=True, slots=True)
class RoundJudges:
    """Who looks after the tables of a round, and the form to change it."""

    id: str
    name: str
    assigned: Sequence[Judge]
    fields: Sequence[Judge]


@blueprint.get("/events/<event_id>/calls")
def show_calls(event_id: str, problem: dict[str, object] | None = None) -> str:
    """The queue: calls from the reader's own tables first, then the oldest; below it who looks after which tables."""
    who = allowed("call.answer", event_id)
    event = event_for("call.answer", event_id)
    now = service().database.now()
    with service().database.read() as session:
        waiting = calls_of(session, event_id, still_open=True)
        past = [each for each in calls_of(session, event_id) if each.over] if "all" in request.args else None
        rounds = current_rounds(rounds_of(session, event_id))
        done = settled_calls(session, [each.id for each in rounds])
        cost = call_times(session, done)
        rows = assignments_of(session, [each.id for each in rounds])
        people = answering_judges(session, event_id)
        tables = tables_at(session, rounds)
        notes = notes_at(session, [table.id for table in tables])
        names = assigned_names(session, rows)
    queue = [
        Waiting(
            call_view(each, now),
            is_assigned(rows, who.account_id, each.table),
            each.taken is None and CALLS.offers(who, each.call, each, CLAIMED),
        )
        for each in waiting
    ]
    return framed(
        "calls/calls.html",
        event,
        queue=sorted(queue, key=lambda each: not each.mine),
        settled=[call_view(each, now, time) for each in done if (time := cost[each.call.id]) and time.minutes],
        past=None if past is None else [call_view(each, now) for each in past],
        now=now,
        minutes=minutes_text,
        rounds=[
            RoundJudges(
                each.id,
                round_name(each.number, each, language()),
                assigned_judges(rows, names, each),
                assignment_fields(rows, people, each),
            )
            for each in rounds
        ],
        tables=sorted(tables, key=lambda table: not is_assigned(rows, who.account_id, table)),
        notes=notes,
        problem=problem,
        typed=request.form,
    )


def current_rounds(rounds: Sequence[Round]) -> list[Round]:
    """The rounds that are being played, or else the next drafted one."""
    running = [each for each in rounds if each.state == "running"]
    return running or [each for each in rounds if each.state == "drafted"][:1]


def tables_at(session: Session, rounds: Sequence[Round]) -> Sequence[GameTable]:
    query = select(GameTable).where(col(GameTable.round_id).in_([each.id for each in rounds]))
    return session.exec(query.order_by(col(GameTable.number))).all()


def assigned_judges(rows: Sequence[Assignment], names: Mapping[str, str], round_: Round) -> list[Judge]:
    """Who looks after which tables of a round."""
    ids = dict.fromkeys(each.account_id for each in rows if each.round_id == round_.id)
    return [Judge(each, names[each], table_ranges(rows, each, round_)) for each in ids]


def assignment_fields(rows: Sequence[Assignment], people: Sequence[Account], round_: Round) -> list[Judge]:
    """The rows of the assignment form: as typed, or else the current assignments."""
    typed = request.form if request.form.get("round") == round_.id else None
    return [
        Judge(
            each.id,
            each.name,
            table_ranges(rows, each.id, round_) if typed is None else typed.get(f"of_{each.id}", ""),
        )
        for each in people
    ]


def table_ranges(rows: Sequence[Assignment], account_id: str, round_: Round) -> str:
    """Somebody's tables of a round in the form in which they are typed: ``1-4, 7``."""
    mine = [each for each in rows if each.account_id == account_id and each.round_id == round_.id]
    return ranges_text([(each.first, each.last) for each in mine])


def typed_ranges(account_id: str, typed: Fields) -> list[dict[str, Any]]:
    """Parse somebody's table ranges into assignments; what is not a number is a fault of the field."""
    ranges = typed.read(f"of_{account_id}", TableRanges(commands.HIGHEST), f"of_{account_id}") or ()
    return [{"account_id": account_id, "first": first, "last": last} for first, last in ranges]


@blueprint.post("/events/<event_id>/calls/assignments")
@form_view(show_calls)
def post_assignments(event_id: str) -> str:
    """Assign judges to the tables of a round."""
    allowed("assignment.change", event_id)
    typed = Fields(request.form)
    rows = [row for key in request.form if key[:3] == "of_" for row in typed_ranges(key[3:], typed)]
    typed.check()
    given = asked(commands.AssignTables, {}, rows=rows)
    with service().database.read() as session:
        round_ = within(session, Round, request.form.get("round", ""), event_id)
    commands.set_assignments(caller(), round_.id, given)
    return f"/events/{event_id}/calls"


@blueprint.post("/events/<event_id>/calls/notes")
@form_view(show_calls)
def post_note(event_id: str) -> str:
    allowed("call.answer", event_id)
    given = asked(commands.LeaveNote, {}, text=request.form.get("text", "").strip())
    with service().database.read() as session:
        table = within(session, GameTable, request.form.get("table", ""), event_id)
    commands.leave_note(caller(), table.id, given)
    return f"/events/{event_id}/calls"


BUTTONS = {"claim": CLAIMED, "escalate": ESCALATED, "hand_over": HANDED_OVER, "resolve": RESOLVED}
"""The buttons of those who answer calls, and their steps."""


@blueprint.get("/events/<event_id>/calls/<call_id>")
def show_call(event_id: str, call_id: str, problem: dict[str, object] | None = None) -> str:
    who = allowed("call.answer", event_id)
    event = event_for("call.answer", event_id)
    with service().database.read() as session:
        within(session, Call, call_id, event_id)
        found = CALLS.state(session, call_id)
        time = call_times(session, [found]).get(call_id)
        people = answering_judges(session, event_id)
        players = players_by_table(session, [found.table])[found.table.id]
        note = notes_at(session, [found.table.id]).get(found.table.id)
    game = service().part(TableGames).at_start(found.table.id).game
    now = service().database.now()
    numbers = dict.fromkeys(line.refused for line in found.lines if line.refused)
    refused = {seq: refusals_of(found.table.id, seq, language()) for seq in numbers}
    description = next((line.text for line in reversed(found.lines) if line.text), "")
    return framed(
        "calls/call.html",
        event,
        call=call_view(found, now, time),
        now=now,
        minutes=minutes_text,
        refused=refused,
        asked=description,
        guide=irregularities_fitting(
            description, [each.clause for of in refused.values() for each in of], language(), game.ruleset
        ),
        remedies=remedies_for(game),
        client_id=new_id(),
        players=players,
        note=note,
        may_do={each for each, step in BUTTONS.items() if CALLS.offers(who, found.call, found, step)}
        - ({"claim"} if found.taken else set()),
        higher=LEVELS[min(LEVELS.index(found.level) + 1, len(LEVELS) - 1)],
        heirs=[each for each in people if not found.held_by(each.id)],
        problem=problem,
        typed=request.form,
    )


@blueprint.post("/events/<event_id>/calls/<call_id>")
@form_view(show_call)
def post_call(event_id: str, call_id: str) -> str:
    """Handle a button: ``do`` is claim, escalate, hand_over, resolve or extend."""
    button = request.form.get("do", "")
    allowed("table.clock" if button == "extend" else "call.answer", event_id)
    with service().database.read() as session:
        within(session, Call, call_id, event_id)
    match button:
        case "claim":
            commands.claim_call(caller(), call_id)
        case "escalate":
            commands.escalate_call(caller(), call_id, asked(commands.Noted, request.form))
        case "hand_over":
            commands.hand_call_over(caller(), call_id, asked(commands.HandOver, request.form))
        case "resolve":
            commands.resolve_call(caller(), call_id, asked(commands.Noted, request.form))
        case "extend":
            commands.extend_for_call(caller(), call_id)
        case _:
            raise Problem("not_found", path=button)
    return f"/events/{event_id}/calls/{call_id}"
