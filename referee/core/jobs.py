"""The background jobs of a process: what runs, how often, and how the last run of each went.

They run in APScheduler's threads, one run of a job at a time.  No job holds state: what is due is in the database, and
so is what was done, so a process that is killed loses nothing.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from referee.core.database.database import is_unavailable

if TYPE_CHECKING:
    from apscheduler.events import JobExecutionEvent
    from apscheduler.schedulers.background import BackgroundScheduler

LOG = logging.getLogger(__name__)

WATCH_SECONDS = 0.5
"""How often to check whether the wall clock was set back."""
AHEAD_SECONDS = 5
"""If the next run of a job is further away than its interval and this, the wall clock was set back."""


class Job(NamedTuple):
    """Something to run every so many ``seconds``, the first time at once."""

    name: str
    seconds: float
    run: Callable[[], object]


class JobState(NamedTuple):
    """The state of a job.  ``last_run``: when its last run ended, None before the first; ``next_run``: when it is due
    again, None if it is not scheduled; both in ms since 1970 by the machine's clock; ``failed``: whether the last run
    failed.
    """

    name: str
    last_run: int | None
    failed: bool
    next_run: int | None


class _Ended(NamedTuple):
    """How the last run of a job ended.  ``wall``: when, in ms since 1970; ``at``: when, by the monotonic clock;
    ``error``: the name of the exception's class, if it failed.
    """

    wall: int
    at: float
    error: str | None


class Jobs:
    """Runs jobs in the background and tracks their state.  Start it once per process, after forking.

    ``stopping``: set as soon as the service stops, for jobs that wait for something else.
    """

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._ended: dict[str, _Ended] = {}
        self._scheduler: BackgroundScheduler | None = None
        self.stopping = threading.Event()

    def start(self, jobs: Iterable[Job]) -> None:
        from apscheduler.events import EVENT_JOB_ERROR, EVENT_JOB_EXECUTED
        from apscheduler.executors.pool import ThreadPoolExecutor
        from apscheduler.schedulers.background import BackgroundScheduler

        self._jobs = {job.name: job for job in jobs}
        # A thread for each job, so that none has to wait for another, however long that takes.
        executor = ThreadPoolExecutor(max(1, len(self._jobs)))
        self._scheduler = BackgroundScheduler(timezone=UTC, executors={"default": executor})
        self._scheduler.add_listener(self._record_run, EVENT_JOB_EXECUTED | EVENT_JOB_ERROR)
        for job in self._jobs.values():
            self._scheduler.add_job(
                job.run,
                "interval",
                seconds=job.seconds,
                id=job.name,
                name=job.name,
                next_run_time=datetime.now(UTC),
                max_instances=1,
                coalesce=True,
                misfire_grace_time=None,  # late is better than not at all
            )
        self._scheduler.start()
        threading.Thread(target=self._watch_clock, name="jobs-clock", daemon=True).start()

    def stop(self) -> None:
        """Finish the runs under way, and start no more."""
        self.stopping.set()
        if self._scheduler is not None and self._scheduler.running:
            self._scheduler.shutdown()

    def states(self) -> list[JobState]:
        scheduled = {} if self._scheduler is None else {job.id: job.next_run_time for job in self._scheduler.get_jobs()}
        return [self._state(name, scheduled.get(name)) for name in self._jobs]

    def _state(self, name: str, next_run: datetime | None) -> JobState:
        ended = self._ended.get(name)
        return JobState(
            name,
            None if ended is None else ended.wall,
            ended is not None and ended.error is not None,
            None if next_run is None else round(next_run.timestamp() * 1000),
        )

    def ran_within(self, name: str, seconds: float) -> bool:
        """Whether a run of the job ended in the last ``seconds``, well or not."""
        ended = self._ended.get(name)
        return ended is not None and time.monotonic() - ended.at < seconds

    def is_well(self, name: str, seconds: float) -> bool:
        """Whether the last run of the job ended well, in the last ``seconds``."""
        ended = self._ended.get(name)
        return ended is not None and ended.error is None and self.ran_within(name, seconds)

    def _record_run(self, event: JobExecutionEvent) -> None:
        """Record how a run ended; log a failing job when it starts to fail or fails differently, not at every run."""
        name, error = event.job_id, event.exception
        before = self._ended.get(name)
        kind = None if error is None else type(error).__name__
        self._ended[name] = _Ended(time.time_ns() // 1_000_000, time.monotonic(), kind)
        if kind is not None and (before is None or before.error != kind):
            expected = is_unavailable(error) or isinstance(error, OSError)
            LOG.error("job %s fails: %s", name, error, exc_info=None if expected else error)

    def _watch_clock(self) -> None:
        """Keep the jobs running when the wall clock, which the scheduler goes by, is set back: after it was set back by
        an hour, the scheduler would wait for that hour.
        """
        assert self._scheduler is not None
        while not self.stopping.wait(WATCH_SECONDS):
            now = datetime.now(UTC)
            for job in self._scheduler.get_jobs():
                if job.next_run_time > now + timedelta(seconds=self._jobs[job.id].seconds + AHEAD_SECONDS):
                    job.modify(next_run_time=now)
