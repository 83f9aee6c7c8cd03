"""The time that a call has cost a table: reckoned, proposed as an extension, and given when somebody says so."""

from __future__ import annotations

from typing import NamedTuple

from sqlmodel import Session

from referee import audit
from referee.access.principal import Principal
from referee.clock.change import Change, move_tables
from referee.clock.hold import Moves, hold
from referee.clock.timeline import EXTEND, MINUTE, clock_at
from referee.event.answering import step
from referee.event.call_state import EXTENDED, RESOLVED, CallState
from referee.event.calls import call_state, held_call
from referee.language import spoken, word
from referee.models import Event, Round
from referee.problems import Problem
from referee.service import Service


class CallTime(NamedTuple):
    """From the call to its settlement: ``passed`` on the wall, ``lost`` on the table's clock (ms), which did not run
    while the round or the table was paused, nor after its end.  ``minutes``: ``lost``, rounded up.
    """

    passed: int
    lost: int
    minutes: int


def call_time(round_: Round, moves: Moves, found: CallState) -> CallTime | None:
    """What a settled call has cost; None for a round without a time limit, and for calls that are not settled."""
    if round_.minutes is None or found.over is None or found.over.kind != RESOLVED:
        return None
    of_table = moves.of_table[found.table.id]
    before, after = (
        clock_at(at, moves.of_round, of_table, round_.minutes).elapsed for at in (found.call.called_at, found.over.at)
    )
    lost = after - before
    return CallTime(found.over.at - found.call.called_at, lost, -(-lost // MINUTE))


def give_extension(service: Service, session: Session, who: Principal, call_id: str) -> CallState:
    """Extend the time of the table by what is proposed, once.

    Raises the problems ``not_found``, ``no_extension`` and those of `referee.clock.change.move_tables`.
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
    change = Change(EXTEND, time.minutes * MINUTE, reason)
    move_tables(service, session, held, held.tables, change, who)
    target = f"table:{found.table.id}"
    audit.record(
        session, held.now, who, "table.clock", target, found.call.event_id, kind=EXTEND,
        seconds=time.minutes * 60, reason=reason, call=call_id,
    )  # fmt: skip
    return step(session, held.now, who, found, EXTENDED, minutes=time.minutes)


def minutes_told(span: int) -> str:
    """A span in ms as minutes and seconds, such as ``4:10``."""
    return f"{span // MINUTE}:{span % MINUTE // 1000:02}"
