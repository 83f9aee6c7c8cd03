"""A short day of chaos on both databases, and proof that its verification finds what it should."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from referee.core.settings import Settings, from_environment
from tests.chaos.__main__ import verdict
from tests.chaos.day import Day, Plan
from tests.chaos.figures import summary
from tests.chaos.hall import Table
from tests.chaos.http import Line, Message, read
from tests.chaos.journal import Journal
from tests.chaos.network import Network
from tests.chaos.service import Service
from tests.chaos.tablet import Item, Tablet
from tests.chaos.verify import database_faults, db_verify
from tests.referee.support.databases import DATABASES
from tests.referee.support.event_loop import run_in_thread

pytestmark = pytest.mark.process
KILLS = ("worker", "starter", "printer", "frozen")
SHORT = {
    "sqlite": Plan(
        tables=3, seconds=0, pace=30, seed=16, kinds=(*KILLS, "disk full"), calm=0.4, haste=0, between_prints=10**6
    ),
    "postgresql": Plan(
        tables=3,
        seconds=0,
        pace=30,
        seed=16,
        kinds=(*KILLS, "restart immediate", "backend"),
        calm=0.4,
        haste=0,
        between_prints=10**6,
        workers=2,
    ),
}


@pytest.fixture(scope="module", params=DATABASES)
def day(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Day:
    """A short day on which each planned trouble happens once, and all processes are killed before the time is up."""
    folder = tmp_path_factory.mktemp("chaos")
    environment = {"REFEREE_DATA": str(folder)}
    server = None
    if request.param == "postgresql":
        server = request.getfixturevalue("postgresql_server")
        template = request.getfixturevalue("migrated_postgresql")
        environment["REFEREE_DATABASE_URL"] = server.fresh("chaos", template)
    else:
        shutil.copy(request.getfixturevalue("migrated_sqlite"), folder / "referee.db")
    plan = SHORT[request.param]
    short = Day(plan._replace(troubles=len(plan.kinds)), from_environment(environment), folder, server)
    run_in_thread(short.run())
    return short


def test_a_day_of_kills_restarts_and_bad_network_loses_and_doubles_nothing_acknowledged(day: Day) -> None:
    assert day.faults == []
    assert set(day.trouble.counts) == {*day.plan.kinds, "power cut"}, summary(day)
    promised = {each.what for each in day.journal.promises}
    assert promised >= {"call", "case", "decision", "resolved", "result", "confirmed", "activation"}
    assert len(day.journal.entries) > 5 * len(day.trouble.happened)
    assert "longest outage" in summary(day)


@pytest.mark.parametrize("day", ["sqlite"], indirect=True)
def test_a_fault_is_printed_with_the_seed_and_what_there_is_is_kept(
    day: Day, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    with monkeypatch.context() as planted:
        planted.setattr(day, "faults", ["an entry is gone"])
        assert verdict(day, folder, 16, keep=False) == 1
    assert f"FAULT an entry is gone\n1 faults; seed 16; everything is kept in {folder}\n" in capsys.readouterr().out
    assert verdict(day, folder, 16, keep=True) == 0
    assert folder.exists()
    assert verdict(day, folder, 16, keep=False) == 0
    assert not folder.exists()


# -- what the verification finds

BEHIND_CUT = "table_id IN (SELECT table_id FROM cut) AND seq >= (SELECT seq FROM cut)"
CUT = (
    # A consistent log that ends before its last acknowledged entry, as a restored copy of the disk would have.  Entries
    # that were written and never acknowledged, such as the last one at a power cut, nobody would miss.
    "CREATE TEMP TABLE cut AS SELECT table_id, max(seq) AS seq FROM acknowledged GROUP BY table_id"
    " ORDER BY count(*) DESC LIMIT 1",
    f"DELETE FROM entry WHERE {BEHIND_CUT}",
    f"DELETE FROM snapshot WHERE {BEHIND_CUT}",
    "UPDATE game_table SET seq = (SELECT seq - 1 FROM cut), head = (SELECT hash FROM entry WHERE table_id = id"
    " ORDER BY seq DESC LIMIT 1) WHERE id IN (SELECT table_id FROM cut)",
)
PLANTED = {
    "the log's last entry": (CUT, "is not in the log"),
    "an entry's hash": (("UPDATE entry SET hash = 'x' WHERE seq = 2",), "is not the one of the chain"),
    "an entry amid others": (("DELETE FROM entry WHERE seq = 2",), "its entries are [1, 3,"),
    "an entry's answer": (("UPDATE entry SET accepted = NOT accepted WHERE seq = 1",), "was acknowledged as"),
    "a client id": (("DROP INDEX one", "UPDATE entry SET client_id = 'same' WHERE seq < 3"), "is in the log 2 times"),
    "a time-up": (("DELETE FROM entry WHERE author = 'clock'",), "no time-up is in the log"),
    "a time-up's moment": (("UPDATE deadline SET fired_at = NULL",), "the time-up was due"),
    "a second turn": (("UPDATE deadline SET turn = 2",), "turn 2"),
    "a call": (("DELETE FROM call_line",), "call {"),
    "a call's end": (("DELETE FROM call_step WHERE kind = 'resolved'",), "resolved {"),
    "a call's end, doubled": (
        (
            "INSERT INTO call_step (id, call_id, kind, note, author, at)"
            " SELECT 'x' || substr(id, 2), call_id, kind, note, author, at FROM call_step WHERE kind = 'resolved'",
        ),
        "is there 2 times",
    ),
    "a decision": (("DELETE FROM case_step WHERE kind = 'decided'",), "decision {"),
    "a result": (("DELETE FROM table_result",), "result {"),
    "a confirmation": (("UPDATE table_result SET confirmed_at = NULL",), "confirmed {"),
    "a pause of the clock": (("DELETE FROM activation WHERE kind = 'pause'",), "activation {"),
    "a pause of the clock, doubled": (
        (
            "INSERT INTO activation (id, round_id, kind, at, span, author, reason)"
            " SELECT 'x' || substr(id, 2), round_id, kind, at, span, author, reason FROM activation"
            " WHERE kind = 'pause'",
        ),
        "by one wish",
    ),
}
"""What somebody does behind the service's back, and what the verification prints of it."""


def altered(day: Day, folder: Path, *statements: str) -> Settings:
    """Make a copy of the day's database and tamper with it."""
    shutil.copytree(day.settings.data, folder / "data", ignore=shutil.ignore_patterns("papers"))
    with closing(sqlite3.connect(folder / "data" / "referee.db", isolation_level=None)) as connection:
        names = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        for (name,) in connection.execute(names).fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("CREATE TEMP TABLE acknowledged (table_id, seq)")
        entries = ((table, entry["seq"]) for (table, _), entry in day.journal.entries.items())
        connection.executemany("INSERT INTO acknowledged VALUES (?, ?)", entries)
        for statement in statements:
            if statement == "DROP INDEX one":  # the index that keeps client ids unique
                unbound(connection)
            else:
                connection.execute(statement)
    return from_environment({"REFEREE_DATA": str(folder / "data")})


def unbound(connection: sqlite3.Connection) -> None:
    """Replace the table of entries by one without constraints."""
    connection.execute("CREATE TABLE free AS SELECT * FROM entry")
    connection.execute("DROP TABLE entry")
    connection.execute("ALTER TABLE free RENAME TO entry")


def findings(day: Day, settings: Settings, journal: Journal) -> str:
    assert day.hall is not None
    return "\n".join(database_faults(settings, day.hall, journal, day.shown, day.up))


@pytest.mark.parametrize("day", ["sqlite"], indirect=True)
@pytest.mark.parametrize("what", PLANTED)
def test_what_was_done_behind_the_services_back_is_found(day: Day, tmp_path: Path, what: str) -> None:
    statements, sentence = PLANTED[what]
    assert sentence in findings(day, altered(day, tmp_path, *statements), day.journal)


@pytest.mark.parametrize("day", ["sqlite"], indirect=True)
def test_a_report_that_was_acknowledged_and_not_written_is_found(day: Day, tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.entries.update(day.journal.entries)
    (table, _), entry = next(iter(day.journal.entries.items()))
    journal.record_entry(table, {**entry, "client_id": "never-written", "seq": 10**6})
    journal.close()
    settings = altered(day, tmp_path)
    assert f"table {table}: the acknowledged report never-written" in findings(day, settings, journal)
    assert f"table {table}: entry 1000000 was shown" in findings(day, settings, journal)


@pytest.mark.parametrize("day", ["sqlite"], indirect=True)
def test_what_the_services_own_verification_finds_is_a_fault(day: Day, tmp_path: Path) -> None:
    (sentence,) = db_verify(altered(day, tmp_path, "UPDATE entry SET hash = 'x' WHERE seq = 2"))
    assert sentence.startswith("referee db verify: ")


def test_two_answers_to_one_report_and_two_entries_in_one_place_are_found(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    entry = {"client_id": "c", "seq": 1, "hash": "a"}
    journal.record_entry("t", entry)
    journal.record_entry("t", dict(entry))
    assert journal.wrong == []
    journal.record_entry("t", {**entry, "hash": "b"})
    journal.close()
    assert [each.partition(":")[0] for each in journal.wrong] == ["table t", "table t"]


@pytest.mark.parametrize(("by", "is_fault"), [(None, False), ("this tablet", True)])
def test_only_a_retraction_that_would_undo_the_time_up_is_refused_without_a_fault(
    tmp_path: Path, by: str | None, is_fault: bool
) -> None:
    header = {"record": "monopoly/1", "ruleset": "jma-2006", "seats": ["A", "B", "C"]}
    journal = Journal(tmp_path)
    tablet = Tablet(Table("t", 1, header, "token"), "t1", 0, "token", journal, Random(1), 1)
    tablet.log = [
        {"seq": seq, "accepted": True, "credential_id": author, "report": {"type": "roll"}}
        for seq, author in enumerate(("this tablet", by), 1)
    ]
    tablet.enqueue(Item("c", {"type": "retract", "seq": 1}, None, "a slip"))
    body = json.dumps({"code": "bench_entries", "entries": [2]}).encode()
    head = {"content-type": "application/problem+json"}
    tablet.answered(tablet.waiting[0], Message(body, "HTTP/1.1 403 Forbidden", head, body))
    journal.close()
    assert not tablet.waiting
    assert bool(journal.wrong) is is_fault


def test_a_process_that_is_left_over_is_found_and_ended(settings: Settings, tmp_path: Path) -> None:
    service = Service(settings, tmp_path, 1)
    name, _, mark = service.mark.partition("=")
    left = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"], env={**os.environ, name: mark})
    assert [(each.pid, each.part) for each in run_in_thread(service.stop(0))] == [(left.pid, "worker")]
    assert left.wait() < 0


# -- the bad network


class Fated(Network):
    """A network in which all requests have the same fate."""

    def __init__(self, target: int, fate: str) -> None:
        super().__init__(target, Random(1), 1, 1000)
        self.only = fate

    def fate(self, request: Message) -> str:
        return self.only


@pytest.mark.parametrize(
    ("fate", "arrived", "answered"),
    [
        ("through", 1, True),
        ("lost", 0, False),
        ("unanswered", 1, False),
        ("twice", 2, True),
        ("again", 2, True),
        ("late", 1, False),
        ("slow", 1, True),
    ],
)
def test_the_network_does_to_a_request_what_its_fate_is(fate: str, arrived: int, answered: bool) -> None:
    bodies: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while (request := await read(reader)) is not None:
            bodies.append(request.body)
            writer.write(b"HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n")
        writer.close()

    async def once() -> Message | None:
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        between = Fated(server.sockets[0].getsockname()[1], fate)
        await between.open()
        line = Line(between.port, "token")
        answer = await line.ask("POST", "/tables/x/entries", {"a": 1})
        await between.settled()
        await line.disconnect()
        await between.close()
        server.close()
        return answer

    answer = run_in_thread(once())
    assert bodies == [b'{"a": 1}'] * arrived
    assert (answer is not None and answer.json == {}) is answered
