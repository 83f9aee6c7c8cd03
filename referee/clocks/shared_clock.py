"""The clock that all processes of the service share through the database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import update
from sqlmodel import Session, col

from referee.core.database.database import Database
from referee.core.steady_clock import boot
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
