"""Locking a round with its clocks and the deadlines of its tables; the correction of the clock that processes share."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

from sqlalchemy import update
from sqlmodel import Session, col, insert, select

from referee.clocks.timeline import Clock, clock_at
from referee.core.database.database import Database
from referee.core.steady_clock import boot
from referee.models import Activation, Deadline, GameTable, Round, new_id
from referee.models.base import ensure_ids_after
from referee.models.clocks import SERVICE, ServiceClock


def stored_clock(session: Session, *, lock: bool = False) -> ServiceClock | None:
    """Return the clock as stored; None before any process has stored it."""
    return session.get(ServiceClock, SERVICE, with_for_update=lock, populate_existing=True)


def resume(session: Session, database: Database) -> None:
    """Continue the clock that another process has stored, if one has."""
    row = stored_clock(session)
    if row is None:
        database.agreed = 0
        return
    ensure_ids_after(row.seen_at - row.correction)
    database.clock.resume(row.correction, row.seen_at, row.passed if row.boot and row.boot == boot() else None)
    database.agreed = row.correction


def follow_correction(session: Session, database: Database) -> None:
    """Adopt the correction that another process has stored.

    This is done before a clock is moved, so that ``now`` is the same moment in all processes.
    """
    if database.agreed is None:
        resume(session, database)
        return
    row = stored_clock(session)
    if row is not None and row.correction != database.agreed:
        database.check_clock()
        database.clock.use_correction(row.correction)
        database.agreed = row.correction


def store(session: Session, database: Database, **more: int) -> None:
    """Store the clock for processes that start later.  ``more``: columns to set, such as another ``correction``."""
    values: dict[str, Any] = {
        "seen_at": database.clock.now(),
        "passed": database.clock.passed(),
        "boot": boot(),
        **more,
    }
    found = session.exec(update(ServiceClock).where(col(ServiceClock.name) == SERVICE).values(**values))
    if not found.rowcount:
        session.add(ServiceClock(name=SERVICE, **values))
        session.flush()


TIME_UP = "time_up"
WARNING = "warning-"


def deadline_kinds(round_: Round) -> dict[str, int]:
    """Return the kinds of deadlines in a round, each with how many seconds before the end it is."""
    if round_.minutes is None:
        return {}
    return {TIME_UP: 0, **{f"{WARNING}{seconds}": seconds for seconds in json.loads(round_.warnings)}}


def set_deadlines(session: Session, locked: LockedRound, tables: Sequence[GameTable] | None = None) -> None:
    """Set when the deadlines of locked tables, or of some of them, are due, after their clocks were moved.

    A deadline that the clock has passed stays as it is.  A warning that is ahead again after an extension fires again;
    a time-up does so only after it was taken back (`rearm`).
    """
    new: list[dict[str, object]] = []
    for table in locked.tables if tables is None else tables:
        clock = locked.clock(table.id)
        for kind, seconds in deadline_kinds(locked.round).items():
            deadline = locked.deadlines.get((table.id, kind))
            ahead = (clock.remaining or 0) - seconds * 1000
            if deadline is None:
                due_at = locked.now + ahead if ahead > 0 and clock.running else None
                new.append({"id": new_id(), "table_id": table.id, "kind": kind, "due_at": due_at, "turn": 1})
                continue
            if deadline.fired_at is not None and kind == TIME_UP:
                continue
            if ahead > 0:
                if deadline.fired_at is not None:
                    rearm(deadline)
                deadline.due_at = locked.now + ahead if clock.running else None
            elif deadline.due_at is not None and deadline.due_at > locked.now:  # the clock was put forward past it
                deadline.due_at = locked.now
            session.add(deadline)
    if new:  # in one statement: there are four for each table of a hall
        for added in session.scalars(insert(Deadline).returning(Deadline), new):
            locked.deadlines[added.table_id, added.kind] = added


def rearm(deadline: Deadline) -> None:
    """Let a deadline fire again; `set_deadlines` sets when, if the clock has not passed it."""
    deadline.turn += 1
    deadline.fired_at = deadline.due_at = None


class Moves(NamedTuple):
    """The moves of the clocks of a round: its own activations, and those of its tables by id."""

    of_round: list[Activation]
    of_table: defaultdict[str, list[Activation]]

    def clock(self, round_: Round, now: int, table_id: str | None = None) -> Clock:
        of_table = self.of_table[table_id] if table_id else []
        return clock_at(now, self.of_round, of_table, round_.minutes)

    def latest(self) -> int:
        """Return the time of the last move, which is in the future if the machine's clock was put back since."""
        return max((each.at for each in chain(self.of_round, *self.of_table.values())), default=0)


class LockedRound(NamedTuple):
    """A round whose clocks are locked: its tables by number, and their deadlines by table and kind, as of ``now``."""

    round: Round
    tables: Sequence[GameTable]
    deadlines: dict[tuple[str, str], Deadline]
    moves: Moves
    now: int

    def clock(self, table_id: str | None = None) -> Clock:
        return self.moves.clock(self.round, self.now, table_id)


def lock_round(
    session: Session, database: Database, round_id: str, table_ids: Sequence[str] | None = None
) -> LockedRound:
    """Lock the clocks of a round and of its tables, or of some, until the transaction ends, so that nobody else moves
    or fires them.

    ``now`` is read under the lock: what is due by then has been fired, or will be found due.
    """
    # The primary key stays unlocked, so that entries and tables can be added meanwhile.
    of_round = select(Round).where(Round.id == round_id).with_for_update(key_share=True)
    round_ = session.exec(of_round.execution_options(populate_existing=True)).one()
    in_round = col(GameTable.round_id) == round_id
    if table_ids is not None:
        in_round &= col(GameTable.id).in_(table_ids)
    tables = session.exec(select(GameTable).where(in_round).order_by(col(GameTable.number))).all()
    ids = [table.id for table in tables]
    of_tables = select(Deadline).where(col(Deadline.table_id).in_(ids)).order_by(col(Deadline.id))
    deadlines = session.exec(of_tables.with_for_update(key_share=True).execution_options(populate_existing=True))
    by_kind = {(each.table_id, each.kind): each for each in deadlines}
    moves = moves_of(session, round_id, ids)
    follow_correction(session, database)
    return LockedRound(round_, tables, by_kind, moves, max(database.now(), moves.latest() + 1))


def moves_of(session: Session, round_id: str, table_ids: Sequence[str]) -> Moves:
    of_table: defaultdict[str, list[Activation]] = defaultdict(list)
    for each in session.exec(select(Activation).where(col(Activation.table_id).in_(table_ids))):
        of_table[each.table_id or ""].append(each)
    return Moves(list(session.exec(select(Activation).where(Activation.round_id == round_id))), of_table)
