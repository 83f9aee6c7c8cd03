"""Firing due deadlines exactly once, and following time-ups that are in the log or taken back there.

One transaction claims a deadline, fires it and marks it; if the process dies, all is rolled back and it stays due.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlmodel import Session, col, select

from referee.clocks.locking import TIME_UP, LockedRound, lock_round, rearm, set_deadlines
from referee.core.chain import Author
from referee.core.database.database import Database, driver_execute
from referee.core.service import Service
from referee.log.append import Log, Posting
from referee.log.signal import BY_CLOCK
from referee.log.table_game import TableGame, TableGames
from referee.models import Deadline, GameTable

DUE = "SELECT id FROM deadline WHERE fired_at IS NULL AND due_at <= :now ORDER BY due_at"

CLOCK = Author("clock")
"""The author of time-ups."""
TIME_UP_REPORTS = ("retract", "ruling", TIME_UP)
"""Reports that can change whether the time is up."""


class LogMovedOn(Exception):
    """The log has moved on although its head was locked; all is rolled back, and the deadline stays due."""


def due_deadlines(database: Database) -> list[str]:
    """Return the ids of the deadlines that are due, the longest overdue first."""
    return [deadline_id for (deadline_id,) in database.rows(database.sql(DUE), {"now": database.now()})]


def fire(service: Service, deadline_id: str) -> None:
    """Fire a deadline if it is due and no other process is firing it.

    A time-up is logged at the table, reported by the clock, unless the game is over, its time is up already, or the
    table is closed.  Raises `LogDiffers`, `Overtaken` and the database's errors; then it stays due.
    """
    database = service.database
    with database.read() as session:
        found = session.get(Deadline, deadline_id)
    if found is not None and found.kind == TIME_UP:
        service.part(TableGames).current(found.table_id)  # fills the cache: leaves little to read under the lock
    logged: TableGame | None = None
    with database.write() as session:
        query = select(Deadline).where(
            Deadline.id == deadline_id, col(Deadline.fired_at).is_(None), col(Deadline.due_at) <= database.now()
        )
        deadline = session.exec(query.with_for_update(skip_locked=True, key_share=True)).first()
        if deadline is None:
            return
        head = select(GameTable).where(GameTable.id == deadline.table_id).with_for_update(key_share=True)
        table = session.exec(head).one()
        if deadline.kind == TIME_UP and table.state == "open":
            logged = log_time_up(service, session, deadline)
        deadline.fired_at = database.now()
        session.add(deadline)
    if logged is not None:
        service.part(TableGames).remember(logged)


def log_time_up(service: Service, session: Session, deadline: Deadline) -> TableGame | None:
    """Log a time-up at a table whose head is locked, and return the game after it; None if there was no need."""
    execute = driver_execute(session)
    table = service.part(TableGames).current(deadline.table_id, execute)
    if is_time_up(table) or table.game.ruleset.over(table.game):
        return None
    # No reporter can use this id: theirs contain no slash.
    posting = Posting(f"{BY_CLOCK}{deadline.id}/{deadline.turn}", {"type": "time_up"})
    appended = service.part(Log).append_within(execute, table, posting, CLOCK)
    if appended is None:
        raise LogMovedOn(deadline.table_id)
    return appended.table


def is_time_up(table: TableGame) -> bool:
    return bool(table.game.ruleset.position(table.game).get("time_up"))


def follow_log(service: Service, table_id: str, postings: Iterable[Posting]) -> None:
    """Update the clock of a table after postings: a time-up can be reported by hand, or taken back.

    This is idempotent: a repeated report, or the next extension, repairs what a crash left undone.  Raises
    `LogDiffers`.
    """
    if not any(posting.report.get("type") in TIME_UP_REPORTS for posting in postings):
        return
    table = service.part(TableGames).current(table_id)
    with service.database.read() as session:
        query = select(Deadline).where(Deadline.table_id == table_id, Deadline.kind == TIME_UP)
        deadline = session.exec(query).first()
    if deadline is None or (deadline.fired_at is not None) == is_time_up(table):
        return
    with service.database.write() as session:
        locked = lock_round(session, service.database, table.round_id, [table_id])
        sync_time_up(service, session, locked, table_id)
        set_deadlines(session, locked)


def sync_time_up(service: Service, session: Session, locked: LockedRound, table_id: str) -> None:
    """Bring the time-up of a locked table into line with its log.

    One that was taken back starts its next turn: it fires again when the clock gets there, which takes an extension if
    no time is left.  Raises `LogDiffers`.
    """
    deadline = locked.deadlines.get((table_id, TIME_UP))
    if deadline is None:
        return
    up = is_time_up(service.part(TableGames).current(table_id, driver_execute(session)))
    if up and deadline.fired_at is None:
        deadline.fired_at = locked.now
    elif not up and deadline.fired_at is not None:
        rearm(deadline)
    session.add(deadline)
