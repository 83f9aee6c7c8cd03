"""The ticker: looks twice a second whether the clock was set, and whether a deadline is due.

Every process of the service has one.  It keeps nothing: what is due is in the database, and so is what has happened.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

from apscheduler.schedulers.background import BackgroundScheduler

from referee.clocks.firing import due, fire
from referee.clocks.steps import Steps
from referee.core.database.database import is_unavailable
from referee.core.service import Service

LOG = logging.getLogger(__name__)

SECONDS = 0.5
"""How often it looks."""
AHEAD_SECONDS = 5
"""How far ahead of the wall clock the next tick never lies, unless the clock was put back."""
TICK = "tick"
AGAIN_SECONDS = 10
"""When a deadline that cannot happen is tried again by this process."""


class Ticker:
    """Lets what is due happen, and calls the ``jobs`` at each tick; these must return at once.

    To be made and started once a process, after it has forked.
    """

    def __init__(self, service: Service, jobs: Sequence[Callable[[], object]] = ()) -> None:
        self.service = service
        self._jobs = (self.deadlines, *jobs)
        self._failing: dict[Callable[[], object], str] = {}
        self._later: dict[str, float] = {}
        self.steps = Steps(service)
        self._scheduler = BackgroundScheduler(timezone=UTC)
        self._stopping = threading.Event()
        self._minding = threading.Thread(target=self._mind, name="ticker-minder", daemon=True)
        self._scheduler.add_job(
            self.tick,
            "interval",
            id=TICK,
            seconds=SECONDS,
            next_run_time=datetime.now(UTC),  # the first at once: a process is ready when it has ticked
            max_instances=1,
            coalesce=True,
            misfire_grace_time=None,
        )

    def start(self) -> None:
        """Begin to tick, in a thread of its own."""
        # A tick that takes longer than the interval makes the scheduler complain at each: that is no news.
        logging.getLogger("apscheduler").setLevel(logging.ERROR)
        try:
            self.steps.settle()  # before the first request, so that all moments are by the clock that is agreed on
        except Exception as error:  # the first tick tries again
            if not is_unavailable(error):
                raise
        self._scheduler.start()
        self._minding.start()

    def stop(self) -> None:
        """Finish the tick that is under way, and tick no more."""
        self._stopping.set()
        self._scheduler.shutdown()

    def _mind(self) -> None:
        """Mind the scheduler, which goes by the wall clock: put back an hour, it would stand still for that hour."""
        while not self._stopping.wait(SECONDS):
            now = datetime.now(UTC)
            job = self._scheduler.get_job(TICK)
            if job is not None and job.next_run_time > now + timedelta(seconds=AHEAD_SECONDS):
                job.modify(next_run_time=now)

    def tick(self) -> None:
        """Do everything once; what fails is logged when it begins to fail, and does not keep the rest from it."""
        for job in self._jobs:
            try:
                job()
            except Exception as error:
                kind = type(error).__name__
                if self._failing.get(job) != kind:
                    LOG.error("the ticker fails: %s", error, exc_info=None if is_unavailable(error) else error)
                self._failing[job] = kind
            else:
                self._failing.pop(job, None)

    def deadlines(self) -> None:
        """Let the deadlines happen that are due, each in a transaction of its own; none because the clock was set."""
        self.steps.settle()
        found = due(self.service.database)
        self._later = {deadline_id: until for deadline_id, until in self._later.items() if deadline_id in found}
        for deadline_id in found:
            if self._later.get(deadline_id, 0.0) > time.monotonic():
                continue
            try:
                fire(self.service, deadline_id)
            except Exception as error:
                if is_unavailable(error):
                    raise
                if deadline_id not in self._later:
                    LOG.exception("deadline %s is due and cannot happen", deadline_id)
                self._later[deadline_id] = time.monotonic() + AGAIN_SECONDS
