"""A call: what the table wants, what was done about it, and what the reader may do."""

from __future__ import annotations

from flask import Blueprint, request
from sqlmodel import Session
from werkzeug.wrappers import Response as AnyResponse

from referee.calls import assignments
from referee.calls import commands as answering
from referee.calls.pages.text import call_told, extension_told, level, steps_told, why_refused
from referee.calls.queries import call_state, judges, times
from referee.calls.schemas import HandOverIn, NotedIn
from referee.calls.state import LEVELS, CallState, may_take
from referee.calls.time import give_extension
from referee.core.access.guard import allowed
from referee.core.access.principal import Principal
from referee.core.access.scope import event_for, within
from referee.core.pages.forms import read_form, sent
from referee.core.pages.frame import framed
from referee.core.problems import Problem
from referee.core.service import service
from referee.log.table_game import TableGames
from referee.models import Call
from referee.rounds.queries import names

blueprint = Blueprint("call_page", __name__)


@blueprint.get("/events/<event_id>/calls/<call_id>")
def show_call(event_id: str, call_id: str) -> str:
    """The page."""
    return page(event_id, call_id)


def page(event_id: str, call_id: str, problem: dict[str, object] | None = None) -> str:
    """The page."""
    who = allowed("call.answer", event_id)
    event = event_for("call.answer", event_id)
    with service().database.read() as session:
        within(session, Call, call_id, event_id)
        found = call_state(session, call_id)
        time = times(session, [found]).get(call_id)
        people = judges(session, event_id)
        players = names(session, [found.table])[found.table.id]
        note = assignments.notes(session, [found.table.id]).get(found.table.id)
    numbers = dict.fromkeys(line.refused for line in found.lines if line.refused)
    return framed(
        "call.html",
        event,
        table_id=found.table.id,
        call=call_told(found, service().database.now()),
        steps=steps_told(found),
        refused={seq: why_refused(found.table.id, seq) for seq in numbers},
        players=players,
        note=note,
        may_do=may_do(found, who),
        higher=level(LEVELS[min(LEVELS.index(found.level) + 1, len(LEVELS) - 1)]),
        heirs=[each for each in people if not found.held_by(each.id)],
        extension=extension_told(found, time),
        problem=problem,
        sent=request.form,
    )


def may_do(found: CallState, who: Principal) -> set[str]:
    """What the page offers somebody."""
    if found.over is not None:
        return set()
    roles = who.roles_in(found.call.event_id)
    offered = set()
    if found.taken is None and may_take(roles, found.level):
        offered.add("claim")
    if found.taken is None or found.held_by(who.account_id):
        offered |= {"resolve", "hand_over"}
        offered |= {"escalate"} if found.level != LEVELS[-1] else set()
    return offered | {"hand_over"} if may_take(roles, LEVELS[-1]) else offered


@blueprint.post("/events/<event_id>/calls/<call_id>")
def post_call(event_id: str, call_id: str) -> AnyResponse:
    """Do what a button says: ``do`` is claim, escalate, hand_over, resolve or extend."""

    def work() -> str:
        who = allowed("table.clock" if request.form.get("do") == "extend" else "call.answer", event_id)
        database = service().database
        with database.read() as session:
            service().part(TableGames).prepare([within(session, Call, call_id, event_id).table_id])
        with database.write() as session:
            call = within(session, Call, call_id, event_id)
            carry_out(session, request.form.get("do", ""), call, who)
        service().bus.publish(call.table_id, event_id)
        return f"/events/{event_id}/calls/{call_id}"

    return sent(work, lambda problem: page(event_id, call_id, problem))


def carry_out(session: Session, does: str, call: Call, who: Principal) -> None:
    """Do it.  Raises the problems of what is done, and ``invalid``."""
    form, now = request.form, service().database.now()
    noted = {"note": form.get("note", "")}
    match does:
        case "claim":
            answering.claim(session, now, who, call.id)
        case "escalate":
            answering.escalate(session, now, who, call.id, read_form(NotedIn, noted)["note"])
        case "hand_over":
            given = read_form(HandOverIn, {**noted, "to": form.get("to", "")})
            answering.hand_over(session, now, who, call.id, given["to"], given["note"])
        case "resolve":
            answering.resolve(session, now, who, call.id, read_form(NotedIn, noted)["note"])
        case "extend":
            give_extension(service(), session, who, call.id)
        case _:
            raise Problem("not_found", path=does)
