"""The calls of an event, and who answers them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, select

from referee.calls.state import EXTENDED, OVER, RESOLVED, CallState, CallTime, call_time, state_of
from referee.clocks.hold import moves_of
from referee.core.access.roles import MAY
from referee.core.problems import Problem
from referee.models import Account, Assignment, Call, CallLine, CallStep, GameTable, Membership, Round, TableNote


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


def for_table(found: CallState, now: int) -> dict[str, Any]:
    """A call as its table sees it: without the notes of the judges."""
    taken = found.taken
    return {
        "id": found.call.id,
        "table_id": found.table.id,
        "number": found.table.number,
        "state": found.name,
        "level": found.level,
        "called_at": found.call.called_at,
        "waited": found.waited(now),
        "holder": taken.holder if taken else None,
        "taken_at": taken.at if taken else None,
        "lines": [
            {"kind": each.wants, "about": each.about, "text": each.text, "seq": each.seq, "refused": each.refused,
             "author": each.author, "at": each.at}
            for each in found.lines
        ],
    }  # fmt: skip


def for_staff(found: CallState, now: int, time: CallTime | None) -> dict[str, Any]:
    """A call as those see it who answer it."""
    return {
        **for_table(found, now),
        "event_id": found.call.event_id,
        "round_id": found.table.round_id,
        "holder_id": found.taken.holder_id if found.taken else None,
        "steps": [
            {"kind": each.kind, "note": each.note, "holder": each.holder, "level": each.level, "minutes": each.minutes,
             "author": each.author, "at": each.at}
            for each in found.steps
        ],
        "extension": time and {**time._asdict(), "given": found.extended.minutes if found.extended else None},
    }  # fmt: skip


def times(session: Session, calls: Sequence[CallState]) -> dict[str, CallTime | None]:
    """What some calls have cost, by their ids."""
    rounds: dict[str, list[CallState]] = {}
    for each in calls:
        if each.over is not None:
            rounds.setdefault(each.table.round_id, []).append(each)
    found: dict[str, CallTime | None] = {}
    for round_ in session.exec(select(Round).where(col(Round.id).in_(rounds))):
        moves = moves_of(session, round_.id, [each.table.id for each in rounds[round_.id]])
        found |= {each.call.id: call_time(round_, moves, each) for each in rounds[round_.id]}
    return found


def listed(session: Session, calls: Sequence[CallState], now: int) -> list[dict[str, Any]]:
    """Some calls as those see them who answer them."""
    cost = times(session, calls)
    return [for_staff(each, now, cost.get(each.call.id)) for each in calls]


def assignment(row: Assignment, names: Mapping[str, str]) -> dict[str, Any]:
    """Who looks after which tables.  ``names``: people's by account id."""
    return {
        "account_id": row.account_id,
        "name": names.get(row.account_id, row.account_id),
        "first": row.first,
        "last": row.last,
    }


def note(row: TableNote) -> dict[str, Any]:
    """A note about a table."""
    return {"table_id": row.table_id, "text": row.text, "author": row.author, "made_at": row.made_at}


def judges(session: Session, event_id: str) -> Sequence[Account]:
    """The people who answer calls in an event, by name."""
    members = select(Membership.account_id).where(
        Membership.event_id == event_id, col(Membership.role).in_(MAY["call.answer"])
    )
    wanted = select(Account).where(col(Account.id).in_(members), col(Account.disabled_at).is_(None))
    return session.exec(wanted.order_by(col(Account.name), col(Account.id))).all()


def judge(session: Session, event_id: str, account_id: str) -> Account:
    """One of them.  Raises the problem ``not_answering`` with the names of all."""
    people = judges(session, event_id)
    for each in people:
        if each.id == account_id:
            return each
    raise Problem("not_answering", given=account_id, names=[each.name for each in people] or "–")
