"""Health and readiness of the service, and its metrics."""

from __future__ import annotations

import shutil
import time

import pytest

from referee.core.jobs import Job
from referee.server.assembly import schedule
from referee.server.observe import health
from tests.referee.backup.test_backup import until
from tests.referee.support.databases import EACH_DATABASE
from tests.referee.support.world import World

pytestmark = EACH_DATABASE

LOCAL = {"REMOTE_ADDR": "127.0.0.1"}
AWAY = {"REMOTE_ADDR": "192.0.2.17"}


def test_it_is_ready_only_while_its_clock_ticks(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    client = world.app.test_client()
    assert client.get("/healthz").status_code == 200
    silent = client.get("/readyz")
    assert silent.status_code == 503
    assert silent.get_json()["checks"] == {
        "database": "ok",
        "schema": "ok",
        "disk": "ok",
        "writes": "failed",
        "ticker": "failed",
    }
    world.app.extensions["referee_readiness"] = health.Readiness(world.service)
    started(world, *(job for job in schedule(world.service) if job.name in ("ticker", "write-check")))
    ready = client.get("/readyz")
    assert (ready.status_code, ready.get_json()["status"]) == (200, "ready")
    monkeypatch.setattr(health, "TICK_SECONDS", 0)
    assert client.get("/readyz").get_json()["checks"]["ticker"] == "failed"


def started(world: World, *jobs: Job) -> None:
    """Start jobs and wait until each has run."""
    world.service.jobs.start(jobs)
    until(lambda: all(state.last_run for state in world.service.jobs.states()))


def test_the_jobs_are_shown_with_how_they_are_doing(world: World) -> None:
    def failing() -> None:
        raise RuntimeError("no job of ours")

    client = world.app.test_client()
    assert client.get("/healthz").get_json() == {"status": "ok", "jobs": []}
    began = time.time() * 1000
    started(world, Job("good", 3600, lambda: None), Job("bad", 1800, failing))
    good, bad = client.get("/healthz").get_json()["jobs"]
    assert [(each["name"], each["failed"]) for each in (good, bad)] == [("good", False), ("bad", True)]
    for each, seconds in ((good, 3600), (bad, 1800)):
        assert began - 1 <= each["last_run"] <= time.time() * 1000
        assert began - 1 <= each["next_run"] - seconds * 1000 <= time.time() * 1000


def test_a_database_of_another_step_and_a_disk_that_is_gone_are_reported(world: World) -> None:
    with world.service.database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    readiness = world.app.extensions["referee_readiness"]
    assert readiness.checks() == {"database": True, "schema": False, "disk": True, "writes": False, "ticker": False}
    if not world.service.database.is_sqlite:
        shutil.rmtree(world.service.settings.data)
        assert not health.passes(lambda: health.disk_is_writable(world.service))


def test_figures_are_for_this_machine_and_for_administrators(world: World) -> None:
    client = world.app.test_client()
    assert client.get("/metrics", environ_base=LOCAL).status_code == 200
    assert client.get("/metrics", environ_base={"REMOTE_ADDR": "::ffff:127.0.0.1"}).status_code == 200
    assert client.get("/metrics", environ_base=AWAY).status_code == 401
    # A proxy on this machine asks for somebody else.
    response = client.get("/metrics", environ_base=LOCAL, headers={"X-Forwarded-For": "192.0.2.17"})
    assert response.status_code == 401
    by = {role: {"Authorization": f"Bearer {token}"} for role, token in world.tokens.items()}
    assert client.get("/metrics", environ_base=AWAY, headers=by["organizer"]).status_code == 403
    assert client.get("/metrics", environ_base=AWAY, headers=by["administrator"]).status_code == 200


def test_requests_are_counted_by_the_pattern_of_their_path(world: World) -> None:
    world.report(0, {"type": "roll", "player": "A", "dice": [3, 4]})
    client = world.app.test_client()
    client.get("/no/such/path")
    client.open("/healthz", method="BREW")
    shown = client.get("/metrics", environ_base=LOCAL).get_data(as_text=True)
    route = "/api/v1/tables/<table_id>/entries"
    assert f'referee_requests_total{{method="POST",route="{route}",status="201"}}' in shown
    assert f'referee_request_seconds_count{{route="{route}"}}' in shown
    assert 'referee_requests_total{method="GET",route="none",status="404"}' in shown
    assert 'referee_requests_total{method="other",route="none",status="405"}' in shown
    assert world.table not in shown
    assert "referee_database_up 1.0" in shown
    assert "referee_tables_open 1.0" in shown
