"""Agreeing on the service's clock: what is kept of it in the database, and going by that."""

from __future__ import annotations

from typing import Any

from sqlalchemy import update
from sqlmodel import Session, col

from referee.core.database.database import Database
from referee.core.steady_clock import boot
from referee.models.base import not_before
from referee.models.clocks import SERVICE, ServiceClock


def kept(session: Session, *, hold: bool = False) -> ServiceClock | None:
    """The clock as it is kept; None before the first process has kept it."""
    return session.get(ServiceClock, SERVICE, with_for_update=hold, populate_existing=True)


def begin(session: Session, database: Database) -> None:
    """Go on from the clock that is kept, if there is one: it was another process's before."""
    row = kept(session)
    if row is None:
        database.agreed = 0
        return
    not_before(row.seen_at - row.correction)
    database.clock.begin(row.correction, row.seen_at, row.passed if row.boot and row.boot == boot() else None)
    database.agreed = row.correction


def follow(session: Session, database: Database) -> None:
    """Go by the correction that another process has kept since this one looked.

    Whoever moves a round's clock does so first: then all processes mean the same moment by ``now``.
    """
    if database.agreed is None:
        begin(session, database)
        return
    row = kept(session)
    if row is not None and row.correction != database.agreed:
        database.look()
        database.clock.take(row.correction)
        database.agreed = row.correction


def keep(session: Session, database: Database, **more: int) -> None:
    """Keep what the clock says now, for whoever starts after this process; ``more``: another ``correction``."""
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
