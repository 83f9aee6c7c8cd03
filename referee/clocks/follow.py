"""The clock follows the log: a time-up that was taken back is none, and one that was reported by hand is one."""

from __future__ import annotations

from collections.abc import Iterable

from sqlmodel import Session, select

from referee.clocks.deadlines import TIME_UP, again, arrange
from referee.clocks.firing import is_up
from referee.clocks.hold import Held, hold
from referee.core.database.database import driver_execute
from referee.core.service import Service
from referee.log.append import Posting
from referee.log.table_game import TableGames
from referee.models import Deadline

CONCERNING = ("retract", "ruling", TIME_UP)
"""Reports that can change whether the time is up."""


def after(service: Service, table_id: str, postings: Iterable[Posting]) -> None:
    """After postings were logged at a table, see to its clock.

    It may be done any number of times: a client that repeats its report, or the next extension, makes up for what a
    crash left undone.  Raises `LogDiffers`.
    """
    if not any(posting.report.get("type") in CONCERNING for posting in postings):
        return
    table = service.part(TableGames).current(table_id)
    with service.database.read() as session:
        wanted = select(Deadline).where(Deadline.table_id == table_id, Deadline.kind == TIME_UP)
        deadline = session.exec(wanted).first()
    if deadline is None or (deadline.fired_at is not None) == is_up(table):
        return
    with service.database.write() as session:
        held = hold(session, service.database, table.round_id, [table_id])
        agree(service, session, held, table_id)
        arrange(session, held)
    service.bus.publish(table_id, table.event_id)


def agree(service: Service, session: Session, held: Held, table_id: str) -> None:
    """Let the time-up of a table that is held be what its log says.

    One that was taken back begins its next turn: it happens again once the clock gets there, which, when it is at
    nought, needs an extension first.  Raises `LogDiffers`.
    """
    deadline = held.deadlines.get((table_id, TIME_UP))
    if deadline is None:
        return
    up = is_up(service.part(TableGames).current(table_id, driver_execute(session)))
    if up and deadline.fired_at is None:
        deadline.fired_at = held.now
    elif not up and deadline.fired_at is not None:
        again(deadline)
    session.add(deadline)
