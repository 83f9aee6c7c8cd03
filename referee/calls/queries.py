"""The calls of an event, who answers them, who looks after which tables, and the notes at tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, select

from referee.calls.state import (
    EXTENDED,
    OVER,
    RESOLVED,
    CallState,
    CallTime,
    audited_step,
    call_time,
    obstacle,
    right_to,
    state_of,
)
from referee.clocks.locking import moves_of
from referee.core.access.roles import MAY
from referee.core.journal import Journal
from referee.core.problems import Problem
from referee.core.rows import NO_KEY_UPDATE, get_row
from referee.models import Account, Assignment, Call, CallLine, CallStep, GameTable, Membership, Round, TableNote


def has_step(*kinds: str) -> ColumnElement[bool]:
    """An SQL condition: the call has a step of one of these kinds."""
    return select(CallStep.id).where(CallStep.call_id == Call.id, col(CallStep.kind).in_(kinds)).exists()


IS_OPEN = ~has_step(*OVER)


def calls_of(session: Session, event_id: str, *, still_open: bool = False) -> list[CallState]:
    """The calls of an event, the latest first; with ``still_open`` only the open ones, the oldest first."""
    order = col(Call.id) if still_open else col(Call.id).desc()
    query = select(Call).where(Call.event_id == event_id).order_by(order)
    return CALLS.states(session, session.exec(query.where(IS_OPEN) if still_open else query).all())


def settled_calls(session: Session, round_ids: Collection[str]) -> list[CallState]:
    """The settled calls of some rounds for which no extension was given, the latest first."""
    at = col(GameTable.round_id).in_(round_ids) & (Call.table_id == GameTable.id)
    query = select(Call).join(GameTable, at).where(has_step(RESOLVED), ~has_step(EXTENDED))
    return CALLS.states(session, session.exec(query.order_by(col(Call.id).desc())).all())


def calling_table_numbers(session: Session, event_id: str) -> Sequence[int]:
    query = select(GameTable.number).where(Call.event_id == event_id, IS_OPEN, Call.table_id == GameTable.id)
    return session.exec(query.order_by(col(Call.id))).all()


def calling_table_ids(session: Session, event_id: str) -> Sequence[str]:
    return session.exec(select(Call.table_id).where(Call.event_id == event_id, IS_OPEN)).all()


def open_calls(session: Session, table_id: str) -> list[CallState]:
    query = select(Call).where(Call.table_id == table_id, IS_OPEN).order_by(col(Call.id).desc())
    return CALLS.states(session, session.exec(query).all())


def lock_table(session: Session, table_id: str) -> GameTable:
    """Lock a table until the transaction ends, so that nobody else makes or changes calls there, and return it.

    Raises the problem ``not_found``.
    """
    return get_row(session, GameTable, table_id, lock=NO_KEY_UPDATE)


def call_states(
    session: Session, calls: Sequence[Call], steps: Mapping[str, Sequence[CallStep]]
) -> Iterator[CallState]:
    """The states of some calls, in the same order.  ``steps``: by call."""
    lines = defaultdict(list)
    query = select(CallLine).where(col(CallLine.call_id).in_([call.id for call in calls]))
    for line in session.exec(query.order_by(col(CallLine.at))):
        lines[line.call_id].append(line)
    tables = tables_of(session, {call.table_id for call in calls})
    for call in calls:
        yield state_of(call, tables[call.table_id], lines[call.id], steps[call.id])


CALLS: Journal[Call, CallStep, CallState] = Journal(
    "call",
    Call,
    CallStep,
    derive=call_states,
    lock=lambda session, call: lock_table(session, call.table_id),
    right=right_to,
    obstacle=obstacle,
    audited=audited_step,
    dated=CallLine,
)
"""What is done about calls."""


def tables_of(session: Session, ids: Collection[str]) -> dict[str, GameTable]:
    return {table.id: table for table in session.exec(select(GameTable).where(col(GameTable.id).in_(ids)))}


def call_times(session: Session, calls: Sequence[CallState]) -> dict[str, CallTime | None]:
    """The time that each of some calls took, by call id; calls that are not over are left out."""
    rounds: dict[str, list[CallState]] = {}
    for each in calls:
        if each.over is not None:
            rounds.setdefault(each.table.round_id, []).append(each)
    tables = {each.table.id for each in calls if each.over is not None}
    every: dict[str, list[CallState]] = defaultdict(list)
    for one in CALLS.states(session, session.exec(select(Call).where(col(Call.table_id).in_(tables))).all()):
        every[one.table.id].append(one)
    found: dict[str, CallTime | None] = {}
    for round_ in session.exec(select(Round).where(col(Round.id).in_(rounds))):
        moves = moves_of(session, round_.id, [each.table.id for each in rounds[round_.id]])
        found |= {each.call.id: call_time(round_, moves, each, every[each.table.id]) for each in rounds[round_.id]}
    return found


def assignments_of(session: Session, round_ids: Collection[str]) -> Sequence[Assignment]:
    """Who looks after which tables of some rounds, by table number."""
    query = select(Assignment).where(col(Assignment.round_id).in_(round_ids), Assignment.duty == "")
    return session.exec(query.order_by(col(Assignment.first), col(Assignment.id))).all()


def assigned_names(session: Session, rows: Sequence[Assignment]) -> dict[str, str]:
    """The names of those who are assigned, by account id, even if they have lost their role since."""
    query = select(Account).where(col(Account.id).in_({each.account_id for each in rows}))
    return {each.id: each.name for each in session.exec(query)}


def is_assigned(rows: Sequence[Assignment], account_id: str | None, table: GameTable) -> bool:
    return any(
        each.account_id == account_id and each.round_id == table.round_id and each.first <= table.number <= each.last
        for each in rows
    )


def notes_at(session: Session, table_ids: Collection[str]) -> dict[str, TableNote]:
    """The current note at each of some tables, by table id; without those that were cleared."""
    query = select(TableNote).where(col(TableNote.table_id).in_(table_ids)).order_by(col(TableNote.id))
    latest = {each.table_id: each for each in session.exec(query)}
    return {table_id: each for table_id, each in latest.items() if each.text}


def answering_judges(session: Session, event_id: str) -> Sequence[Account]:
    members = select(Membership.account_id).where(
        Membership.event_id == event_id, col(Membership.role).in_(MAY["call.answer"])
    )
    query = select(Account).where(col(Account.id).in_(members), col(Account.disabled_at).is_(None))
    return session.exec(query.order_by(col(Account.name), col(Account.id))).all()


def answering_judge(session: Session, event_id: str, account_id: str) -> Account:
    """One of the people who answer calls in an event.  Raises the problem ``not_answering``, with the names of all, for
    anybody else.
    """
    people = answering_judges(session, event_id)
    for each in people:
        if each.id == account_id:
            return each
    raise Problem("not_answering", given=account_id, names=[each.name for each in people] or "–")
