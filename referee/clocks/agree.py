"""Agreeing on the service's clock: what is stored of it in the database, and going by that."""

from __future__ import annotations

from typing import Any

from sqlalchemy import update
from sqlmodel import Session, col

from referee.core.database.database import Database
from referee.core.steady_clock import boot
from referee.models.base import not_before
from referee.models.clocks import SERVICE, ServiceClock


def stored(session: Session, *, hold: bool = False) -> ServiceClock | None:
    """The clock as it is stored; None before the first process has stored it."""
    return session.get(ServiceClock, SERVICE, with_for_update=hold, populate_existing=True)


def begin(session: Session, database: Database) -> None:
    """Go on from the clock that is stored, if there is one: it was another process's before."""
    row = stored(session)
    if row is None:
        database.agreed = 0
        return
    not_before(row.seen_at - row.correction)
    database.clock.begin(row.correction, row.seen_at, row.passed if row.boot and row.boot == boot() else None)
    database.agreed = row.correction


def follow(session: Session, database: Database) -> None:
    """Go by the correction that another process has stored since this one looked.

    Whoever moves a round's clock does so first: then all processes mean the same moment by ``now``.
    """
    if database.agreed is None:
        begin(session, database)
        return
    row = stored(session)
    if row is not None and row.correction != database.agreed:
        database.look()
        database.clock.take(row.correction)
        database.agreed = row.correction


def store(session: Session, database: Database, **more: int) -> None:
    """Store what the clock says now, for whoever starts after this process; ``more``: another ``correction``."""
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
