"""Faults that really happen: the process killed, the disk full, the database read-only or unavailable."""

from __future__ import annotations

import json
import resource
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest
from sqlalchemy import text

from referee.backup.folder import RESCUED, backups
from referee.backup.restore import restore
from referee.core.chain import first_hash, next_hash
from referee.core.database.database import is_read_only
from referee.core.settings import Settings, from_environment
from referee.log.table_game import TableGames
from referee.models import GameTable
from referee.server.assembly import assemble
from referee.server.preload import preload
from referee.server.start import StartFault, prepare
from tests.referee.support import postgresql
from tests.referee.support.victim import PATIENCE, Victim, running
from tests.referee.support.world import World

pytestmark = pytest.mark.process
REPORTS = [json.loads(row) for row in Path("tests/records/kesef-0052.jsonl").read_text("utf-8").splitlines()][1:]
HEADER = {
    name: value
    for name, value in json.loads(Path("tests/records/kesef-0052.jsonl").read_text("utf-8").splitlines()[0]).items()
    if name in ("ruleset", "edition", "seats")
}
TABLES = 6
KILLS = {True: 6, False: 4}
"""How often, on SQLite and on PostgreSQL; the chaos goes on for as long as it is told."""


class Tablet(threading.Thread):
    """A tablet that reports a game, and sends unanswered reports again, until it is stopped.

    ``acknowledged``: by client id, the entry that each report was answered with.
    """

    def __init__(self, server: Victim, table: str, token: str) -> None:
        super().__init__()
        self.server = server
        self.table = table
        self.token = token
        self.stop = threading.Event()
        self.acknowledged: dict[str, dict[str, Any]] = {}
        self.wrong: list[Any] = []

    def run(self) -> None:
        base = 0
        while not self.stop.is_set() and base < len(REPORTS):
            body = {"client_id": f"{self.table[-6:]}-{base:05}", "base": base, "report": REPORTS[base]}
            reply = self.server.ask("POST", f"/api/v1/tables/{self.table}/entries", self.token, body)
            if reply is None or reply.status == 503:
                time.sleep(0.1)  # as tablets do, only sooner; six of them without a pause would slow down the start
            elif reply.status == 201:
                self.acknowledged[body["client_id"]] = reply.body
                base += 1
            else:
                self.wrong.append(reply)
                return


def check_log(world: World, table: str, acknowledged: dict[str, dict[str, Any]]) -> None:
    """Check that every acknowledged report is in the log once, as it was answered, and that the chain holds."""
    lines = world.service.part(TableGames).lines(table, 0)
    assert [line.seq for line in lines] == list(range(1, len(lines) + 1))
    assert [json.loads(line.report) for line in lines] == REPORTS[: len(lines)]
    by_client = {line.client_id: line for line in lines}
    assert len(by_client) == len(lines)
    for client_id, entry in acknowledged.items():
        assert (by_client[client_id].seq, by_client[client_id].hash) == (entry["seq"], entry["hash"])
    with world.service.database.read() as session:
        row = session.get(GameTable, table)
    assert row is not None
    before = first_hash(row.header)
    for line in lines:
        assert line.hash == next_hash(before, line)
        before = line.hash
    assert (row.seq, row.head) == (len(lines), before)


def test_killed_again_and_again_in_the_middle_of_load_nothing_acknowledged_is_lost_or_doubled(
    world: World, settings: Settings, tmp_path: Path
) -> None:
    random = Random(7)
    tables = [world.new_table(number + 10, **HEADER) for number in range(TABLES)]
    started = world.ask("POST", f"/rounds/{world.round}/clock", json={"kind": "start"})
    assert started.status_code in (200, 201), started.get_data(as_text=True)
    deadline = world.ask("GET", f"/tables/{tables[0]}/clock").get_json()["deadline_at"]
    with running(settings, tmp_path) as server:
        tablets = [Tablet(server, table, world.tokens["administrator"]) for table in tables]
        for tablet in tablets:
            tablet.start()
        for _ in range(KILLS[settings.database_url.startswith("sqlite")]):
            time.sleep(random.uniform(0.05, 0.4))
            server.kill()
            server.restart()
        for tablet in tablets:
            tablet.stop.set()
        for tablet in tablets:
            tablet.join()
        shown = server.ask("GET", f"/api/v1/tables/{tables[0]}/clock", world.tokens["administrator"])
    assert [tablet.wrong for tablet in tablets] == [[]] * TABLES
    assert all(tablet.acknowledged for tablet in tablets)
    for tablet in tablets:
        check_log(world, tablet.table, tablet.acknowledged)
    assert shown is not None
    assert shown.body["running"]
    assert shown.body["deadline_at"] == deadline
    assert shown.body["elapsed"] + shown.body["remaining"] == shown.body["allowed"]


def until_logged(server: Victim, world: World, table: str, base: int) -> None:
    """Send a report until it is accepted."""
    body = {"client_id": f"after-{base:05}", "base": base, "report": REPORTS[base]}
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        reply = server.ask("POST", f"/api/v1/tables/{table}/entries", world.tokens["administrator"], body)
        if reply is not None and reply.status == 201:
            return
        assert reply is None or reply.status == 503, reply
        time.sleep(0.1)
    raise AssertionError("the service does not come back by itself")


def refused_for_the_moment(server: Victim, world: World, table: str, base: int) -> None:
    """Check that a report is answered with 503 and its problem in the requested language."""
    body = {"client_id": f"during-{base:05}", "base": base, "report": REPORTS[base]}
    reply = server.ask("POST", f"/api/v1/tables/{table}/entries?lang=ja", world.tokens["administrator"], body)
    assert reply is not None
    assert (reply.status, reply.body["code"]) == (503, "unavailable")
    assert "何も記録されていません" in reply.body["detail"]


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_on_a_full_disk_reports_are_refused_for_the_moment_and_go_on_once_there_is_room(
    world: World, settings: Settings, tmp_path: Path
) -> None:
    table = world.new_table(10, **HEADER)
    with running(settings, tmp_path) as server:
        until_logged(server, world, table, 0)
        everybody = [server.process.pid, *children(server.process.pid)]
        limits = {pid: resource.prlimit(pid, resource.RLIMIT_FSIZE) for pid in everybody}
        for pid in everybody:  # no file may grow, which to a writer looks like a full disk
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, limits[pid][1]))
        refused_for_the_moment(server, world, table, 1)
        alive = server.ask("GET", f"/api/v1/tables/{table}", world.tokens["administrator"])
        assert alive is not None
        assert (alive.status, alive.body["seq"]) == (200, 1)
        for pid in everybody:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, limits[pid])
        until_logged(server, world, table, 1)
    check_log(world, table, {})


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_a_database_deleted_under_load_is_noticed_and_rescued_and_nothing_acknowledged_is_lost(
    world: World, settings: Settings, tmp_path: Path
) -> None:
    tables = [world.new_table(number + 10, **HEADER) for number in range(2)]
    world.stop()
    with running(settings, tmp_path) as server:
        tablets = [Tablet(server, table, world.tokens["administrator"]) for table in tables]
        for tablet in tablets:
            tablet.start()
        wait_for(lambda: all(tablet.acknowledged for tablet in tablets))
        (settings.data / "referee.db").unlink()
        wait_for(lambda: (reply := server.ask("GET", "/readyz")) is not None and reply.status == 503)
        before = [len(tablet.acknowledged) for tablet in tablets]
        wait_for(lambda: any(each.why == RESCUED for each in backups(settings.backups)))
        assert before == [len(tablet.acknowledged) for tablet in tablets]
        for tablet in tablets:
            tablet.stop.set()
            tablet.join()
        server.kill()
    with pytest.raises(StartFault) as fault:
        prepare(settings)
    [rescued] = [each.path for each in backups(settings.backups) if each.why == RESCUED]
    assert f"referee db restore {rescued}" in str(fault.value)
    restore(rescued, settings.database_url)
    for tablet in tablets:
        assert tablet.wrong == []
        check_log(world, tablet.table, tablet.acknowledged)


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def children(pid: int) -> list[int]:
    """The descendants of a process."""
    below = [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()]
    return [*below, *(one for each in below for one in children(each))]


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_a_database_that_somebody_else_locks_is_waited_for(world: World, settings: Settings, tmp_path: Path) -> None:
    table = world.new_table(10, **HEADER)
    with running(settings, tmp_path) as server:
        stranger = sqlite3.connect(settings.data / "referee.db", isolation_level=None, check_same_thread=False)
        stranger.execute("BEGIN IMMEDIATE")
        release = threading.Timer(1.0, lambda: stranger.execute("ROLLBACK"))
        release.start()
        until_logged(server, world, table, 0)
        release.join()
        stranger.close()
    check_log(world, table, {})


@pytest.mark.parametrize("settings", ["postgresql"], indirect=True)
def test_a_read_only_database_is_told_and_recovered_from(
    world: World, settings: Settings, tmp_path: Path, postgresql_server: postgresql.Server
) -> None:
    table = world.new_table(10, **HEADER)
    with running(settings, tmp_path, "--workers", "1") as server:
        until_logged(server, world, table, 0)
        read_only(postgresql_server, on=True)
        try:
            refused_for_the_moment(server, world, table, 1)
        finally:
            read_only(postgresql_server, on=False)
        until_logged(server, world, table, 1)
    check_log(world, table, {})


@pytest.mark.parametrize("settings", ["postgresql"], indirect=True)
def test_sessions_from_while_the_database_was_read_only_are_not_kept(
    world: World, settings: Settings, tmp_path: Path, postgresql_server: postgresql.Server
) -> None:
    table = world.new_table(10, **HEADER)
    name = settings.database_url.rpartition("/")[2]
    with running(settings, tmp_path, "--workers", "2") as server:

        def failed() -> set[str]:
            """What is not well: checks of readiness, and jobs; of either worker, whichever answers."""
            ready, alive = server.ask("GET", "/readyz"), server.ask("GET", "/healthz")
            assert ready is not None and alive is not None
            jobs = {each["name"] for each in alive.body["jobs"] if each["failed"]}
            return jobs | {check for check, how in ready.body["checks"].items() if how != "ok"}

        until_logged(server, world, table, 0)
        switch_over(postgresql_server, name, "SET default_transaction_read_only = on")
        wait_for(lambda: {"writes", "write-check"} <= failed())
        for _ in range(20):  # pages and polls open sessions meanwhile
            read = server.ask("GET", f"/api/v1/tables/{table}", world.tokens["administrator"])
            assert read is not None and read.status == 200
        refused_for_the_moment(server, world, table, 1)
        switch_over(postgresql_server, name, "RESET default_transaction_read_only", end_sessions=False)
        answers = [
            server.ask("POST", "/api/v1/events", world.tokens["administrator"], {"name": "E"}) for _ in range(40)
        ]
        assert {answer.status for answer in answers if answer is not None} == {201}
        until_logged(server, world, table, 1)
        wait_for(lambda: not failed())
    world.service.database.engine.dispose()
    check_log(world, table, {})


@pytest.mark.parametrize("settings", ["postgresql"], indirect=True)
@pytest.mark.parametrize("way", ["session", "driver"])
def test_a_session_that_could_not_write_is_not_kept_though_the_server_does_not_tell(
    world: World, settings: Settings, monkeypatch: pytest.MonkeyPatch, postgresql_server: postgresql.Server, way: str
) -> None:
    monkeypatch.setattr("referee.core.database.database.READ_ONLY", ())  # as before version 14
    database, name = world.service.database, settings.database_url.rpartition("/")[2]

    def write() -> None:
        if way == "session":
            with database.write() as session:
                session.connection().execute(text(SAME))
        else:
            database.run_durably(lambda execute: execute(SAME, {}), single=True)

    switch_over(postgresql_server, name, "SET default_transaction_read_only = on", end_sessions=False)
    database.engine.dispose()
    with pytest.raises(Exception, match="read-only transaction") as refused:
        write()
    assert is_read_only(refused.value)
    switch_over(postgresql_server, name, "RESET default_transaction_read_only", end_sessions=False)
    write()


SAME = "UPDATE game_table SET number = number"
"""Writes something, and changes nothing."""


def switch_over(server: postgresql.Server, name: str, setting: str, *, end_sessions: bool = True) -> None:
    """Change a setting for new sessions of a database, and end the present ones, as when another server takes over."""
    with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
        connection.execute("SET default_transaction_read_only = off")
        connection.execute(f'ALTER DATABASE "{name}" {setting}')
        if end_sessions:
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))


def read_only(server: postgresql.Server, *, on: bool) -> None:
    """Make all transactions of the server read-only, or writable again."""
    with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
        connection.execute("SET default_transaction_read_only = off")
        if on:
            connection.execute("ALTER SYSTEM SET default_transaction_read_only = on")
        else:
            connection.execute("ALTER SYSTEM RESET default_transaction_read_only")
        connection.execute("SELECT pg_reload_conf()")
    wanted = "on" if on else "off"
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
            row = connection.execute("SHOW default_transaction_read_only").fetchone()
        if row == (wanted,):
            time.sleep(0.2)  # other connections reload the setting a moment later
            return
    raise AssertionError("the setting does not come into force")


@pytest.mark.parametrize("settings", ["postgresql"], indirect=True)
def test_the_service_recovers_from_a_database_restart_under_load(
    world: World, settings: Settings, tmp_path: Path, postgresql_server: postgresql.Server
) -> None:
    table = world.new_table(10, **HEADER)
    with running(settings, tmp_path, "--workers", "2") as server:
        tablet = Tablet(server, table, world.tokens["administrator"])
        tablet.start()
        while not tablet.acknowledged:
            time.sleep(0.01)
        for mode in ("immediate", "fast"):
            postgresql_server.stop(mode)
            refused = server.ask("GET", f"/api/v1/tables/{table}", world.tokens["administrator"])
            assert refused is not None
            assert (refused.status, refused.body["code"]) == (503, "unavailable")
            postgresql_server.start()
            before = len(tablet.acknowledged)
            end = time.monotonic() + PATIENCE
            while len(tablet.acknowledged) < before + 5 and not tablet.wrong and time.monotonic() < end:
                time.sleep(0.05)
        tablet.stop.set()
        tablet.join()
    assert tablet.wrong == []
    assert len(tablet.acknowledged) > 10
    world.service.database.engine.dispose()
    check_log(world, table, tablet.acknowledged)


def test_a_process_that_begins_while_the_database_is_away_begins_nevertheless(tmp_path: Path) -> None:
    url = "postgresql://nobody@127.0.0.1:1/nothing"
    parts = assemble(from_environment({"REFEREE_DATA": str(tmp_path), "REFEREE_DATABASE_URL": url}))
    with pytest.raises(psycopg.OperationalError):
        parts.database.rows("SELECT 1", {})
    preload(parts)
    parts.close()
