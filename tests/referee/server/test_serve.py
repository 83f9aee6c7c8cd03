"""`referee serve`: it starts, answers, keeps what was reported, and stops when it is told to."""

from __future__ import annotations

import signal
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from referee.core.database.migrate import upgrade
from tests.referee.support import postgresql
from tests.referee.support.databases import DATABASES
from tests.referee.support.running import PATIENCE, PROGRAM, Running, free_port, refused_start, running
from tests.scanner import read_qr_codes, render_terminal

pytestmark = pytest.mark.process


@pytest.mark.parametrize("kind", DATABASES[-1:])  # two processes that start by themselves; on SQLite below
def test_a_started_service_logs_reports_and_the_next_start_has_them(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    more: dict[str, Any] = {}
    if kind == "postgresql":
        server: postgresql.Server = request.getfixturevalue("postgresql_server")
        more["REFEREE_DATABASE_URL"] = server.fresh("serve")
    workers = ("--workers", "2")
    with running(tmp_path, *workers, program=PROGRAM, **more) as first:
        first.log_in()
        table = first.table()
        assert first.report(table, 0).status == 201
        assert first.report(table, 1).status == 422
        # Whichever process answers, it counts for both.
        for _ in range(20):
            shown = first.ask("GET", "/metrics").body.decode()
            assert 'referee_entries_total{accepted="yes"} 1.0' in shown
            assert 'referee_entries_total{accepted="no"} 1.0' in shown
        assert first.stop(signal.SIGINT) == 0
    with running(tmp_path, *workers, **more) as second:
        assert "password" not in second.said
        second.headers = first.headers
        rows = second.ask("GET", f"/api/v1/tables/{table}/entries").json["rows"]
        assert [(row["seq"], row["accepted"]) for row in rows] == [(1, True), (2, False)]


def test_the_port_is_free_again_when_the_first_process_is_killed(tmp_path: Path) -> None:
    with running(tmp_path) as service:
        service.stop(signal.SIGKILL)
    again = Running(tmp_path, service.port)
    until = time.monotonic() + PATIENCE
    # The orphan releases the port in a moment. Until then it answers, and a new start says that the port is taken.
    while not again.said:
        assert time.monotonic() < until, again.log
        if again.process.poll() is not None:
            assert again.process.returncode == 2, again.log
            again = Running(tmp_path, service.port)
        time.sleep(0.1)
    again.wait()
    assert again.stop() == 0


def test_the_start_shows_the_way_in_the_terminals_language_and_a_second_one_is_told_that_the_port_is_taken(
    tmp_path: Path,
) -> None:
    with running(tmp_path, program=PROGRAM, LANG="ja_JP.UTF-8") as service:
        assert read_qr_codes(render_terminal(service.said)) == [f"http://127.0.0.1:{service.port}"]
        assert "データの場所" in service.said
        assert str(tmp_path / "data") in service.said
        assert f"http://127.0.0.1:{service.port}" in service.said
        assert f"port {service.port} is in use" in refused_start(tmp_path, service.port)


def test_a_data_directory_that_cannot_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "REFEREE_DATA" in refused_start(tmp_path, REFEREE_DATA=str(tmp_path / "file" / "data"))


def test_a_database_that_is_away_is_named_without_its_password(tmp_path: Path) -> None:
    url = f"postgresql://referee:hunter2@127.0.0.1:{free_port()}/referee"
    line = refused_start(tmp_path, REFEREE_DATABASE_URL=url)
    assert "REFEREE_DATABASE_URL" in line
    assert "hunter2" not in line


def test_a_database_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    upgrade(f"sqlite:///{tmp_path / 'data' / 'referee.db'}")
    with sqlite3.connect(tmp_path / "data" / "referee.db") as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    assert "9999" in refused_start(tmp_path)
