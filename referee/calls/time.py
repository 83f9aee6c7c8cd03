"""The time that a call has cost a table: reckoned, proposed as an extension, and given when somebody says so."""

from __future__ import annotations

from sqlmodel import Session

from referee.calls.commands import step
from referee.calls.queries import call_state, held_call
from referee.calls.state import EXTENDED, CallState, call_time
from referee.clocks.change import ClockMove, move_tables
from referee.clocks.hold import hold
from referee.clocks.timeline import EXTEND, MINUTE
from referee.core import audit
from referee.core.access.principal import Principal
from referee.core.command import Caller, Change
from referee.core.language import spoken, word
from referee.core.problems import Problem
from referee.core.service import Service
from referee.models import Event


def give_extension(service: Service, session: Session, who: Principal, call_id: str) -> CallState:
    """Extend the time of the table by what is proposed, once.

    Raises the problems ``not_found``, ``no_extension`` and those of `referee.clocks.change.move_tables`.
    """
    of = call_state(session, call_id)
    held = hold(session, service.database, of.table.round_id, [of.table.id])
    found = held_call(session, call_id)
    time = call_time(held.round, held.moves, found)
    if time is None or not time.minutes or found.extended is not None:
        given = found.extended.minutes if found.extended else 0
        settled = found.over.author if time and found.over else "–"
        raise Problem("no_extension", number=found.table.number, settled=settled, given=given)
    with spoken(session.get_one(Event, found.call.event_id).language):
        reason = word("calls_extension_reason", time=minutes_told(time.passed))
    change = Change(Caller(service, who), session, held.now)
    move_tables(change, held, held.tables, ClockMove(EXTEND, time.minutes * MINUTE, reason))
    target = f"table:{found.table.id}"
    audit.record(
        session, held.now, who, "table.clock", target, found.call.event_id, kind=EXTEND,
        seconds=time.minutes * 60, reason=reason, call=call_id,
    )  # fmt: skip
    return step(session, held.now, who, found, EXTENDED, minutes=time.minutes)


def minutes_told(span: int) -> str:
    """A span in ms as minutes and seconds, such as ``4:10``."""
    return f"{span // MINUTE}:{span % MINUTE // 1000:02}"
