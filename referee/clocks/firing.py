"""What happens when a deadline is due, exactly once: in one transaction it is claimed, takes effect and is marked.

Whichever process dies, and however many are at it: either all of that is kept, or nothing, and the deadline stays due.
"""

from __future__ import annotations

from sqlmodel import Session, col, select

from referee.clocks.deadlines import TIME_UP
from referee.core.chain import Author
from referee.core.database.database import Database, driver_execute
from referee.core.service import Service
from referee.log.append import Log, Posting
from referee.log.table_game import TableGame, TableGames
from referee.models import Deadline, GameTable

DUE = "SELECT id FROM deadline WHERE fired_at IS NULL AND due_at <= :now ORDER BY due_at"

CLOCK = Author("clock")
"""Who reports that the time is up."""


class Overtaken(Exception):
    """The log moved on although its head was held; nothing is kept, and the deadline stays due."""


def due(database: Database) -> list[str]:
    """The ids of the deadlines that are due, the longest due first."""
    return [deadline_id for (deadline_id,) in database.rows(database.sql(DUE), {"now": database.now()})]


def fire(service: Service, deadline_id: str) -> None:
    """Let a deadline happen if it is due and nobody else is at it.

    A time-up is logged at the table, as a report of the clock's, unless the game is over, its time is up already, or
    the table is closed: then nothing is left to be done.  Raises `LogDiffers` and `Overtaken`, and the database's
    errors; then it stays due.
    """
    database = service.database
    with database.read() as session:
        found = session.get(Deadline, deadline_id)
    if found is not None and found.kind == TIME_UP:
        service.part(TableGames).current(found.table_id)  # so that little is left to read while the log stands still
    logged: TableGame | None = None
    with database.write() as session:
        wanted = select(Deadline).where(
            Deadline.id == deadline_id, col(Deadline.fired_at).is_(None), col(Deadline.due_at) <= database.now()
        )
        deadline = session.exec(wanted.with_for_update(skip_locked=True, key_share=True)).first()
        if deadline is None:
            return
        head = select(GameTable).where(GameTable.id == deadline.table_id).with_for_update(key_share=True)
        table = session.exec(head).one()
        if deadline.kind == TIME_UP and table.state == "open":
            logged = time_up(service, session, deadline)
        deadline.fired_at = database.now()
        session.add(deadline)
    if logged is not None:
        service.part(TableGames).remember(logged)
    service.bus.publish(table.id, table.event_id)


def time_up(service: Service, session: Session, deadline: Deadline) -> TableGame | None:
    """Log that the time is up at a table whose head is held; the game behind it, or None if there was no need."""
    execute = driver_execute(session)
    table = service.part(TableGames).current(deadline.table_id, execute)
    if is_up(table) or table.game.ruleset.over(table.game):
        return None
    # No reporter can take this name away: theirs have no stroke in them.
    posting = Posting(f"clock/{deadline.id}/{deadline.turn}", {"type": "time_up"})
    appended = service.part(Log).append_within(execute, table, posting, CLOCK)
    if appended is None:
        raise Overtaken(deadline.table_id)
    return appended.table


def is_up(table: TableGame) -> bool:
    """Whether the time is up in the position at a table."""
    return bool(table.game.ruleset.position(table.game).get("time_up"))
