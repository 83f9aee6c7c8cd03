"""Steps of the wall clock: when somebody or something sets it while rounds run, nothing rings because of it.

The service's clock goes on as if nothing had happened (`referee.core.steady_clock`), in all processes alike; the rounds
that run are held, so that somebody looks at them.  The new time is gone by once no round is under way.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator

from sqlalchemy import update
from sqlmodel import Session, col, select

from referee.clocks.agree import begin, follow, store, stored
from referee.clocks.deadlines import arrange
from referee.clocks.firing import CLOCK
from referee.clocks.hold import Held, hold
from referee.clocks.timeline import HOLD
from referee.core import audit
from referee.core.service import Service
from referee.models import Activation, Credential, Event, GameTable, Invitation, Round

LOG = logging.getLogger(__name__)

KEEP = 30_000
"""Milliseconds after which the clock is stored anew: what may be lost of a round where the clock is put back while the
service is down, and nothing else tells."""
UNDER_WAY = 12 * 60 * 60 * 1000
"""Milliseconds after which a round that stands is given up."""


class Steps:
    """Notices steps for a process, and agrees on them with the others."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self._stored_at: int | None = None

    def settle(self) -> None:
        """Agree with the other processes on the clock, and hold what runs if it was set.  Raises the database's
        errors; until it can be done, the clock goes on as before.
        """
        service, database = self.service, self.service.database
        before = database.agreed
        with database.read() as session:
            if before is None:
                begin(session, database)
            else:
                follow(session, database)
        database.clock.now()
        if database.clock.correction != database.agreed:
            hold_all(service)
        elif database.agreed:
            go_by_the_wall(service)
        if database.agreed != before:
            service.principals.forget()
        now = database.clock.passed()
        if self._stored_at is None or database.agreed != before or not 0 <= now - self._stored_at < KEEP:
            with database.write() as session:
                store(session, database)
            self._stored_at = now


def hold_all(service: Service) -> None:
    """The clock was set, and this process has noticed: hold the rounds that run, unless another one was faster."""
    database = service.database
    correction, rounds, topics = database.clock.correction, 0, list[str]()
    with database.write() as session:
        row = stored(session, hold=True)
        known = row.correction if row is not None else 0
        if known != database.agreed:
            return
        step = known - correction
        for held in running(session, service):
            hold_round(session, held, step)
            rounds += 1
            topics += [held.round.event_id, *(table.id for table in held.tables)]
        store(session, database, correction=correction)
    database.agreed = correction
    LOG.warning(
        "the clock was put %s by %d s; the service goes on by its own, and holds the rounds that ran: %d",
        "forward" if step > 0 else "back", abs(step) // 1000, rounds,
    )  # fmt: skip
    service.bus.publish(*topics)


def running(session: Session, service: Service) -> Iterator[Held]:
    """The rounds in which any clock runs, held."""
    wanted = select(Round.id).join(Event).where(Round.state == "running", col(Event.archived_at).is_(None))
    for round_id in session.exec(wanted.order_by(col(Round.id))).all():
        held = hold(session, service.database, round_id)
        if held.clock().running or any(held.clock(table.id).running for table in held.tables):
            yield held


def hold_round(session: Session, held: Held, step: int) -> None:
    """Hold the clock of a round until somebody starts it again.  ``step``: what the clock was put forward by."""
    activation = Activation(kind=HOLD, at=held.now, span=step, author=CLOCK.name, round_id=held.round.id)
    held.moves.of_round.append(activation)
    session.add(activation)
    arrange(session, held)
    audit.record(
        session, held.now, CLOCK, "round.clock", f"round:{held.round.id}", held.round.event_id, kind=HOLD,
        seconds=step // 1000,
    )  # fmt: skip


def go_by_the_wall(service: Service) -> None:
    """Go by the wall clock again, once that moves no clock of a round; what people and devices get in by runs out as
    much earlier or later.
    """
    database = service.database
    with database.read() as session:
        if not quiet(session, database.clock.now(), database.clock.correction):
            return
    with database.write() as session:
        row = stored(session, hold=True)
        if row is None or row.correction != database.agreed or database.clock.correction != database.agreed:
            return
        now = database.clock.now()
        if not quiet(session, now, row.correction):
            return
        for model in (Credential, Invitation):
            session.connection().execute(
                update(model)
                .where(col(model.revoked_at).is_(None), col(model.expires_at) > now)
                .values(expires_at=model.expires_at - row.correction)
            )
        audit.record(session, now, None, "service.clock", "service", seconds=-row.correction // 1000)
        store(session, database, correction=0, seen_at=now - row.correction)
    database.clock.take(0)
    database.agreed = 0
    LOG.warning("no round is under way: the service goes by the wall clock again")


def quiet(session: Session, now: int, correction: int) -> bool:
    """Whether no clock of a round would be moved by going by the wall clock.

    Rounds stand that run, or were moved not long ago; of those whose results are not public, none may have been moved
    in what then is the future.
    """
    wanted = select(Round).join(Event).where(
        col(Event.archived_at).is_(None), col(Round.results_published_at).is_(None)
    )  # fmt: skip
    for round_ in session.exec(wanted):
        of_round = session.exec(select(Activation.at).where(Activation.round_id == round_.id)).all()
        if not of_round:
            continue
        tables = select(GameTable.id).where(GameTable.round_id == round_.id)
        of_tables = session.exec(select(Activation.at).where(col(Activation.table_id).in_(tables))).all()
        latest = max([*of_round, *of_tables])
        if latest >= now - correction or (round_.state == "running" and latest > now - UNDER_WAY):
            return False
    return True
