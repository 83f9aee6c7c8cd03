"""The calls of an event: the queue of open ones, all of them, and one of them held to be changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, select

from referee.event.call_state import EXTENDED, OVER, RESOLVED, CallState, state_of
from referee.models import Call, CallLine, CallStep, GameTable
from referee.problems import Problem


def has_step(*kinds: str) -> ColumnElement[bool]:
    """That a call has a step of one of these kinds."""
    return select(CallStep.id).where(CallStep.call_id == Call.id, col(CallStep.kind).in_(kinds)).exists()


IS_OPEN = ~has_step(*OVER)


def calls_of(session: Session, event_id: str, *, still_open: bool = False) -> list[CallState]:
    """The calls of an event, the latest first; with ``still_open`` those that are open, the oldest first."""
    order = col(Call.id) if still_open else col(Call.id).desc()
    wanted = select(Call).where(Call.event_id == event_id).order_by(order)
    return list(states(session, session.exec(wanted.where(IS_OPEN) if still_open else wanted).all()))


def settled(session: Session, round_ids: Collection[str]) -> list[CallState]:
    """The calls of some rounds that are settled, and for which no extension was given; the latest first."""
    at = col(GameTable.round_id).in_(round_ids) & (Call.table_id == GameTable.id)
    wanted = select(Call).join(GameTable, at).where(has_step(RESOLVED), ~has_step(EXTENDED))
    return list(states(session, session.exec(wanted.order_by(col(Call.id).desc())).all()))


def waiting(session: Session, event_id: str) -> Sequence[int]:
    """The numbers of the tables with an open call, who called first before the others."""
    wanted = select(GameTable.number).where(Call.event_id == event_id, IS_OPEN, Call.table_id == GameTable.id)
    return session.exec(wanted.order_by(col(Call.id))).all()


def open_call(session: Session, table_id: str) -> CallState | None:
    """The open call of a table."""
    found = session.exec(select(Call).where(Call.table_id == table_id, IS_OPEN)).all()
    return next(states(session, found), None)


def call_state(session: Session, call_id: str) -> CallState:
    """A call.  Raises the problem ``not_found``."""
    call = session.get(Call, call_id)
    if call is None:
        raise Problem("not_found", path=call_id)
    return next(states(session, [call]))


def held(session: Session, table_id: str) -> GameTable:
    """A table, held until the transaction ends, so that nobody else calls from it or does anything about its calls.

    Raises the problem ``not_found``.
    """
    table = session.get(GameTable, table_id, with_for_update={"key_share": True}, populate_existing=True)
    if table is None:
        raise Problem("not_found", path=table_id)
    return table


def held_call(session: Session, call_id: str) -> CallState:
    """A call whose table is held.  Raises the problem ``not_found``."""
    call = session.get(Call, call_id)
    if call is None:
        raise Problem("not_found", path=call_id)
    held(session, call.table_id)
    return next(states(session, [call]))


def states(session: Session, calls: Sequence[Call]) -> Iterator[CallState]:
    """How some calls stand, in their order."""
    ids = [call.id for call in calls]
    lines, steps = defaultdict(list), defaultdict(list)
    for line in session.exec(select(CallLine).where(col(CallLine.call_id).in_(ids)).order_by(col(CallLine.at))):
        lines[line.call_id].append(line)
    for step in session.exec(select(CallStep).where(col(CallStep.call_id).in_(ids)).order_by(col(CallStep.at))):
        steps[step.call_id].append(step)
    tables = tables_of(session, {call.table_id for call in calls})
    for call in calls:
        yield state_of(call, tables[call.table_id], lines[call.id], steps[call.id])


def tables_of(session: Session, ids: Collection[str]) -> dict[str, GameTable]:
    """Some tables by id."""
    return {table.id: table for table in session.exec(select(GameTable).where(col(GameTable.id).in_(ids)))}
