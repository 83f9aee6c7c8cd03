"""Deadlines fire exactly once, however many processes there are and whichever of them die."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest

from referee.core.chain import canonical, first_hash, next_hash
from referee.core.settings import Settings
from referee.log.table_game import TableGames
from tests.referee.support.world import World

pytestmark = pytest.mark.process
TABLES = 60
LEAST, MOST = 3, 8
"""Seconds from now until the tables' time is up."""
PAUSE = 0.01
"""Seconds between two reports of the tables, to leave the CPU to the processes that are killed."""


def until(done: Callable[[], bool], what: str) -> None:
    """Wait for something, for two minutes at most."""
    limit = time.monotonic() + 120
    while not done():
        assert time.monotonic() < limit, what
        time.sleep(0.1)


def test_every_time_up_is_logged_once_though_processes_are_killed_all_the_time(
    world: World, settings: Settings
) -> None:
    round_id = world.round = world.made(f"/events/{world.event}/rounds", number=2, minutes=10)
    tables = [world.new_table(number) for number in range(1, TABLES + 1)]
    assert world.ask("POST", f"/rounds/{round_id}/clock", json={"kind": "start"}).status_code == 200
    environment = {
        **os.environ,
        "REFEREE_DATA": str(settings.data),
        "REFEREE_DATABASE_URL": settings.database_url,
    }
    program = [sys.executable, "-W", "error", "-m", "tests.referee.support.clock_processes"]
    with subprocess.Popen(
        program, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "begun\n"
        for number, table in enumerate(tables):
            left = world.ask("GET", f"/tables/{table}/clock").get_json()["remaining"]
            seconds = LEAST + number * (MOST - LEAST) // TABLES - left // 1000
            body = {"kind": "extend", "seconds": seconds, "reason": "a short round"}
            assert world.ask("POST", f"/tables/{table}/clock", json=body).status_code == 200
        over = threading.Event()
        players = threading.Thread(target=play, args=(world, tables, over))
        players.start()
        until(lambda: not unfired(world), "some deadlines did not happen")
        over.set()
        players.join()
        killed, _ = running.communicate("end\n", timeout=60)
    assert int(killed) > 5
    for table in tables:
        entries = world.ask("GET", f"/tables/{table}/entries?limit=1000").get_json()["rows"]
        time_ups = [entry for entry in entries if entry["author"] == "clock"]
        assert [(entry["report"], entry["accepted"]) for entry in time_ups] == [({"type": "time_up"}, True)]
        assert [entry["seq"] for entry in entries] == list(range(1, len(entries) + 1))
        assert is_chained(world, table)


def play(world: World, tables: list[str], over: threading.Event) -> None:
    """Report at all tables, so that not only the clock writes to the logs."""
    while not over.is_set():
        for table in tables:
            seq = world.ask("GET", f"/tables/{table}/entries").get_json()["seq"]
            report = {"type": "roll", "player": "A", "dice": [1, 2]}
            body = {"client_id": f"player-{seq:05}", "base": seq, "report": report}
            answer = world.ask("POST", f"/tables/{table}/entries", json=body)
            assert answer.status_code in (201, 409, 422), answer.get_data(as_text=True)
            if over.wait(PAUSE):
                return


def unfired(world: World) -> int:
    """How many time-ups of the second round have not fired."""
    database = world.service.database
    statement = "SELECT count(*) FROM deadline WHERE kind = 'time_up' AND fired_at IS NULL AND due_at IS NOT NULL"
    [(count,)] = database.rows(statement, {})
    return int(count)


def is_chained(world: World, table: str) -> bool:
    """Whether every entry carries the chained hash of itself and the entries before it, up to the head."""
    games = world.service.part(TableGames)
    header, head = world.service.database.rows(
        world.service.database.sql("SELECT header, head FROM game_table WHERE id = :id"), {"id": table}
    )[0]
    assert canonical(json.loads(header)) == header
    last = first_hash(header)
    for line in games.lines(table, 0):
        assert line.hash == next_hash(last, line)
        last = line.hash
    return bool(last == head)
