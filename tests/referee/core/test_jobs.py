"""The jobs of a process: what runs, how often, and the effects of a failure or of a clock that is set."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from referee.core.access import limits
from referee.core.access.limits import Rate
from referee.core.jobs import Job, Jobs
from referee.server.assembly import schedule
from tests.referee.support.databases import EACH_DATABASE
from tests.referee.support.world import World

pytestmark = EACH_DATABASE


@pytest.fixture
def jobs() -> Iterator[Jobs]:
    """Jobs, not started yet."""
    idle = Jobs()
    yield idle
    idle.stop()


def test_what_a_service_does_by_itself(world: World) -> None:
    assert {job.name: job.seconds for job in schedule(world.service)} == {
        "ticker": 0.5,
        "write-check": 2,
        "backup": 5,
        "log-heads": 3,
        "devices-seen": 60,
        "rate-limits": 600,
        "idle-games": 60,
        "paper-runs": 600,
        "game-figures": 2,
        "mail": 5,
        "old-letters": 3600,
        "webhooks": 5,
        "alerts": 5,
        "old-alerts": 3600,
        "old-deliveries": 3600,
    }
    for job in schedule(world.service):
        job.run()


def test_a_job_that_fails_keeps_no_other_from_running_and_is_logged_once(
    jobs: Jobs, caplog: pytest.LogCaptureFixture
) -> None:
    ran, failed = threading.Semaphore(0), threading.Semaphore(0)
    errors = iter([RuntimeError, RuntimeError, ValueError, None, ValueError])

    def failing() -> None:
        failed.release()
        if (error := next(errors, None)) is not None:
            raise error("no job of ours")

    jobs.start([Job("bad", 0.01, failing), Job("good", 0.01, ran.release)])
    for _ in range(6):
        assert failed.acquire(timeout=60)
        assert ran.acquire(timeout=60)
    jobs.stop()
    logged = [each.message for each in caplog.records if each.name == "referee.core.jobs"]
    assert logged == ["job bad fails: no job of ours"] * 3


def test_a_job_runs_once_at_a_time_however_long_it_takes(jobs: Jobs) -> None:
    running, most, done = [0], [0], threading.Semaphore(0)

    def slow() -> None:
        running[0] += 1
        most[0] = max(most[0], running[0])
        for _ in range(10):
            assert ran.acquire(timeout=60)
        running[0] -= 1
        done.release()

    ran = threading.Semaphore(0)
    jobs.start([Job("slow", 0.01, slow), Job("other", 0.01, ran.release)])
    for _ in range(3):
        assert done.acquire(timeout=60)
    jobs.stop()
    assert most == [1]


def test_jobs_run_on_when_the_clock_is_put_back(jobs: Jobs) -> None:
    ran = threading.Semaphore(0)
    jobs.start([Job("some", 0.1, ran.release)])
    assert ran.acquire(timeout=60)
    assert jobs._scheduler is not None
    [job] = jobs._scheduler.get_jobs()
    job.modify(next_run_time=datetime.now(UTC) + timedelta(hours=1))  # as if the clock was put back by an hour
    while ran.acquire(blocking=False):
        pass
    assert ran.acquire(timeout=60)


def test_stopping_finishes_what_is_under_way(jobs: Jobs) -> None:
    began, may_end, ended = threading.Event(), threading.Event(), threading.Event()

    def slow() -> None:
        began.set()
        assert may_end.wait(60)
        ended.set()

    jobs.start([Job("slow", 3600, slow)])
    assert began.wait(60)
    stopping = threading.Thread(target=jobs.stop)
    stopping.start()
    may_end.set()
    stopping.join()
    assert ended.is_set()
    assert not jobs.ran_within("another", 3600)


def test_counts_of_windows_that_are_long_over_are_deleted_and_no_others(world: World) -> None:
    database = world.service.database
    now = database.now()
    rows = {
        "old": now - limits.KEPT - 1,
        "young": now - limits.KEPT + 60_000,
        "future": now + 2 * limits.CLOCK_TOLERANCE,
    }
    with database.write() as session:
        for name, at in rows.items():
            insert = text("INSERT INTO rate_limit (name, opened_at, count) VALUES (:name, :at, 1)")
            session.connection().execute(insert, {"name": name, "at": at})
    world.service.limits.spend(Rate("some", 5, 60), "somebody")
    world.service.limits.forget()
    left = {name for (name,) in database.rows("SELECT name FROM rate_limit", {})}
    assert {each.partition(":")[0] for each in left} == {"young", "some"}
