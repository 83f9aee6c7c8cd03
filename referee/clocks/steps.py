"""Steps of the wall clock, and the ticker that looks for them and for deadlines that are due.

The service's clock goes on evenly (`referee.core.steady_clock`) in all processes, and running rounds are put on hold
until somebody has checked them.  The new time is adopted once no round is under way.

Every process has a ticker.  It has no state of its own: everything is in the database.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator

from sqlalchemy import update
from sqlmodel import Session, col, select

from referee.clocks.firing import CLOCK, due_deadlines, fire
from referee.clocks.locking import (
    LockedRound,
    follow_correction,
    lock_round,
    resume,
    set_deadlines,
    store,
    stored_clock,
)
from referee.clocks.timeline import HOLD
from referee.core import audit
from referee.core.database.database import is_unavailable
from referee.core.service import Service
from referee.models import Activation, Credential, Event, GameTable, Invitation, Round

LOG = logging.getLogger(__name__)

STORE_INTERVAL = 30_000
"""Milliseconds after which the clock is stored again; as much of a round may be lost if the clock is put back while the
service is down."""
UNDER_WAY = 12 * 60 * 60 * 1000
"""Milliseconds after which a paused round no longer counts as under way."""


class Steps:
    """Detects steps for a process, and shares them with the other processes."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self._stored_at: int | None = None

    def synchronize(self) -> None:
        """Bring the clock into line with the other processes, and hold running rounds if it was set.

        Raises the database's errors; the clock then goes on as before.
        """
        service, database = self.service, self.service.database
        before = database.agreed
        with database.read() as session:
            if before is None:
                resume(session, database)
            else:
                follow_correction(session, database)
        database.clock.now()
        if database.clock.correction != database.agreed:
            hold_all(service)
        elif database.agreed:
            adopt_wall_clock(service)
        if database.agreed != before:
            service.principals.forget()
        now = database.clock.passed()
        if self._stored_at is None or database.agreed != before or not 0 <= now - self._stored_at < STORE_INTERVAL:
            with database.write() as session:
                store(session, database)
            self._stored_at = now


def hold_all(service: Service) -> None:
    """Put all running rounds on hold after the wall clock was set, unless another process has already done so."""
    database = service.database
    correction, rounds = database.clock.correction, 0
    with database.write() as session:
        row = stored_clock(session, lock=True)
        known = row.correction if row is not None else 0
        if known != database.agreed:
            return
        step = known - correction
        for locked in running_rounds(session, service):
            hold_round(session, locked, step)
            rounds += 1
        store(session, database, correction=correction)
    database.agreed = correction
    LOG.warning(
        "the clock was put %s by %d s; the service goes on by its own, and holds the rounds that ran: %d",
        "forward" if step > 0 else "back",
        abs(step) // 1000,
        rounds,
    )


def running_rounds(session: Session, service: Service) -> Iterator[LockedRound]:
    """Lock and yield the rounds in which any clock runs."""
    query = select(Round.id).join(Event).where(Round.state == "running", col(Event.archived_at).is_(None))
    for round_id in session.exec(query.order_by(col(Round.id))).all():
        locked = lock_round(session, service.database, round_id)
        if locked.clock().running or any(locked.clock(table.id).running for table in locked.tables):
            yield locked


def hold_round(session: Session, locked: LockedRound, step: int) -> None:
    """Put a round's clock on hold until it is started.  ``step``: by how many ms the wall clock was put forward."""
    activation = Activation(kind=HOLD, at=locked.now, span=step, author=CLOCK.name, round_id=locked.round.id)
    locked.moves.of_round.append(activation)
    session.add(activation)
    set_deadlines(session, locked)
    audit.record(
        session,
        locked.now,
        CLOCK,
        "round.clock",
        f"round:{locked.round.id}",
        locked.round.event_id,
        kind=HOLD,
        seconds=step // 1000,
    )


def adopt_wall_clock(service: Service) -> None:
    """Adopt the wall clock if that moves no round's clock.  The expiry of sessions, devices and invitations is shifted
    with it.
    """
    database = service.database
    with database.read() as session:
        if not can_adopt_wall_clock(session, database.clock.now(), database.clock.correction):
            return
    with database.write() as session:
        row = stored_clock(session, lock=True)
        if row is None or row.correction != database.agreed or database.clock.correction != database.agreed:
            return
        now = database.clock.now()
        if not can_adopt_wall_clock(session, now, row.correction):
            return
        for model in (Credential, Invitation):
            session.connection().execute(
                update(model)
                .where(col(model.revoked_at).is_(None), col(model.expires_at) > now)
                .values(expires_at=model.expires_at - row.correction)
            )
        audit.record(session, now, None, "service.clock", "service", seconds=-row.correction // 1000)
        store(session, database, correction=0, seen_at=now - row.correction)
    database.clock.use_correction(0)
    database.agreed = 0
    LOG.warning("no round is under way: the service goes by the wall clock again")


def can_adopt_wall_clock(session: Session, now: int, correction: int) -> bool:
    """Whether adopting the wall clock would move no round's clock.

    No round may be running or lately paused, and none whose results are not public may have moves that would then lie
    in the future.
    """
    query = select(Round).join(Event).where(col(Event.archived_at).is_(None), col(Round.results_published_at).is_(None))
    for round_ in session.exec(query):
        of_round = session.exec(select(Activation.at).where(Activation.round_id == round_.id)).all()
        if not of_round:
            continue
        tables = select(GameTable.id).where(GameTable.round_id == round_.id)
        of_tables = session.exec(select(Activation.at).where(col(Activation.table_id).in_(tables))).all()
        latest = max([*of_round, *of_tables])
        if latest >= now - correction or (round_.state == "running" and latest > now - UNDER_WAY):
            return False
    return True


TICK_SECONDS = 0.5
"""Seconds between two ticks."""
RETRY_SECONDS = 10
"""Seconds until this process retries a deadline that failed."""


class Ticker:
    """Fires deadlines.  Create one per process, after it has forked."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self._retry_at: dict[str, float] = {}
        self.steps = Steps(service)

    def tick(self) -> None:
        """Fire the deadlines that are due, each in a transaction of its own, after checking for a step.

        Raises the database's errors; the next tick tries again.
        """
        self.steps.synchronize()
        found = due_deadlines(self.service.database)
        self._retry_at = {deadline_id: at for deadline_id, at in self._retry_at.items() if deadline_id in found}
        for deadline_id in found:
            if self._retry_at.get(deadline_id, 0.0) > time.monotonic():
                continue
            try:
                fire(self.service, deadline_id)
            except Exception as error:
                if is_unavailable(error):
                    raise
                if deadline_id not in self._retry_at:
                    LOG.exception("deadline %s is due and cannot be fired", deadline_id)
                self._retry_at[deadline_id] = time.monotonic() + RETRY_SECONDS
