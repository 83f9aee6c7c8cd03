"""``python3 dev.py bench moves``: reporting a move over HTTP, compared with a bare view with one durable INSERT.

Measures the full path as `referee serve` runs it: access, form, judge, log, snapshot, one durable transaction.  The
bare view runs under granian (WSGI) with a thread for each connection.  Each has one process; wrk loads them in turn
over 16 connections; processor time per request is measured too, because it is more reliable on a busy machine.  Then
the 2,000th report of a table is compared with the 10th of others.  On SQLite, or with ``--postgresql``.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from math import nan
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple

import rulesets
from referee.core.access.principal import new_token, token_hash
from referee.core.chain import canonical, first_hash
from referee.core.database.database import Database
from referee.core.settings import Settings
from referee.models import METADATA, Account, Credential, Event, GameTable, Round
from rulesets.kernel.record import FORMAT
from rulesets.reports import as_report
from rulesets.wordlist import wordlist
from tests.benchmarks.options import Options, database
from tests.benchmarks.results import Figure, Result

CONNECTIONS = 16
BARE = wordlist(f"""
    granian tests.benchmarks.bare:create_app --factory --interface wsgi --http 1
    --blocking-threads {CONNECTIONS} --no-log
""")
OURS = ("referee.cli", "serve", "--workers", "1")
"""The commands that run them: a Python module and its arguments."""
SECONDS = 8
UNANSWERED = 20
"""Seconds after which an answer that has not come is an error.  By wrk's own two, one that is only late would be called
an error, as on a machine that is busy with other things; how late answers are, p99 says.
"""
BARE_FACTOR = 4
"""The bare view gets so many times more games, because it must not run out of them before the time is up."""
ROUNDS = 5
HERE = Path(__file__).parent
SEATS = ["A", "B", "C", "D"]


def random_game(seed: int, length: int) -> list[dict[str, Any]]:
    """The reports of a random jma-2006 game, all accepted; if a game ends too early the next seed is tried."""
    random = Random(seed)
    ruleset = rulesets.load("jma-2006")
    game = ruleset.start(SEATS)
    accepted: list[dict[str, Any]] = []
    while len(accepted) < length:
        if ruleset.over(game):
            return random_game(seed + 1, length)
        report = ruleset.mechanics.propose(game, random, hurry=False)
        if report.get("type") in ("ruling", "retract", "time_up", "declare_bankruptcy"):
            continue
        answer = ruleset.judge(game, as_report(report))
        if answer.accepted:
            accepted.append(json.loads(json.dumps(report)))
            game = answer.game
    return accepted


class World:
    """Fills a database with this many tables, a token that may report at all of them, and a device token for each."""

    def __init__(self, settings: Settings, tables: int) -> None:
        self.settings = settings
        self.token = new_token()
        opened = Database(settings.database_url)
        header = canonical({"record": FORMAT, "ruleset": "jma-2006", "edition": "atlantic-city", "seats": SEATS})
        with opened.write() as session:
            event = Event(name="bench", created_at=1)
            session.add(event)
            session.flush()
            round_ = Round(event_id=event.id, number=1, name="", created_at=1)
            account = Account(name="bench", administrator=True, created_at=1)
            session.add_all([round_, account])
            session.flush()
            same: dict[str, Any] = {"header": header, "head": first_hash(header), "created_at": 1}
            seated = [
                GameTable(event_id=event.id, round_id=round_.id, number=number, **same) for number in range(tables)
            ]
            session.add_all(seated)
            owned: dict[str, Any] = {"account_id": account.id, "created_at": 1, "expires_at": 2**45}
            session.add(Credential(kind="program", token_hash=token_hash(self.token), label="bench", **owned))
            session.flush()
            self.event, self.round = event.id, round_.id
            self.tables = [table.id for table in seated]
            self.devices = [new_token() for _ in seated]
            session.add_all(
                Credential(kind="device", token_hash=token_hash(token), label="tablet", table_id=table.id, **owned)
                for table, token in zip(seated, self.devices, strict=True)
            )
        opened.close()


class Served(NamedTuple):
    """A running service: its port and process id."""

    port: int
    pid: int


def processor_seconds(pid: int) -> float:
    """Processor time of a process and all its descendants, in seconds; NaN without /proc.

    Other load on the machine affects it less than elapsed time.
    """
    if not Path("/proc").exists():
        return nan
    about = Path(f"/proc/{pid}")
    try:
        fields = (about / "stat").read_text().rpartition(")")[2].split()
        started = (about / "task" / str(pid) / "children").read_text().split()
    except OSError:  # it has ended meanwhile
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") + sum(
        map(processor_seconds, map(int, started))
    )


@contextmanager
def run_service(command: tuple[str, ...], settings: Settings, **more: str) -> Iterator[Served]:
    """Run a service by a command; ``more``: further environment variables."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    module, *arguments = command
    started = [sys.executable, "-m", module, *arguments[:1], "--host", "127.0.0.1", "--port", str(port), *arguments[1:]]
    environment = {
        **os.environ,
        "REFEREE_DATA": str(settings.data),
        "REFEREE_DATABASE_URL": settings.database_url,
        "REFEREE_LOG_LEVEL": "warning",
        **more,
    }
    process = subprocess.Popen(started, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert process.poll() is None, "the server stopped"
            time.sleep(0.05)
        yield Served(port, process.pid)
    finally:
        process.terminate()
        process.wait()


def load(at: Served, reports: Path, token: str, run: str, paths: list[str]) -> dict[str, Any]:
    """Load a server with wrk for some seconds; returns requests, errors, latencies, and processor time per request in
    microseconds.
    """
    options = wordlist(f"-t {CONNECTIONS} -c {CONNECTIONS} -d {SECONDS}s --timeout {UNANSWERED}s")
    told = [str(reports), token, str(CONNECTIONS), run, *paths]
    command = ["wrk", *options, "-s", str(HERE / "moves.lua"), f"http://127.0.0.1:{at.port}", "--", *told]
    before = processor_seconds(at.pid)
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    measured: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    measured["rate"] = measured["requests"] / measured["microseconds"] * 1e6
    measured["processor"] = (processor_seconds(at.pid) - before) / measured["requests"] * 1e6
    return measured


def compare_rates(settings: Settings, reports: Path) -> list[Figure]:
    """Compare moves per second with the bare view's inserts."""
    each = 4 * CONNECTIONS
    world = World(settings, each * ROUNDS)
    rows: list[tuple[dict[str, Any], dict[str, Any]]] = []
    with (
        run_service(BARE, settings) as bare,
        run_service(OURS, settings) as ours,
    ):
        for number in range(ROUNDS):
            paths = [f"/api/v1/tables/{table}/entries" for table in world.tables[number * each : (number + 1) * each]]
            reference = load(bare, reports, world.token, f"bare-{number}", ["/moves"] * each * BARE_FACTOR)
            candidate = load(ours, reports, world.token, f"ours-{number}", paths)
            rows.append((reference, candidate))
            print(f"  {number + 1} of {ROUNDS}: {candidate['rate'] / reference['rate']:.2f}", flush=True)

    def middle(which: int, name: str) -> float:
        return median(float(row[which][name]) for row in rows)

    def ratio(name: str) -> float:
        return median(float(ours[name] / bare[name]) for bare, ours in rows)

    wanted = "0.75 at least" if settings.database_url.startswith("sqlite") else "0.6 at least"
    return [
        Figure("bare view with one durable INSERT", middle(0, "rate"), "/s"),
        Figure("moves", middle(1, "rate"), "/s", ratio("rate"), "bare", wanted),
        Figure("bare view, processor for a request", middle(0, "processor"), "µs"),
        Figure("processor for a move", middle(1, "processor"), "µs", ratio("processor"), "bare"),
        Figure("bare view, p99", middle(0, "p99") / 1000, "ms"),
        Figure("a move, p50", middle(1, "p50") / 1000, "ms"),
        Figure("a move, p99", middle(1, "p99") / 1000, "ms", ratio("p99"), "bare", "60 ms at most"),
        Figure("errors", sum(bare["errors"] + ours["errors"] for bare, ours in rows), wanted="0"),
    ]


def compare_late_reports(settings: Settings) -> Figure:
    """Compare report 2,000 of a table with report 10: reports go to new tables and an old one in turn."""
    reports = random_game(11, 2100)
    world = World(settings, 11)
    old, *fresh = world.tables
    late: list[float] = []
    early: list[float] = []
    with run_service(OURS, settings) as ours:
        connection = HTTPConnection("127.0.0.1", ours.port)

        def report(table: str, base: int) -> float:
            body = json.dumps({"client_id": f"long-{table}-{base}", "base": base, "report": reports[base]})
            headers = {"Content-Type": "application/json", "Authorization": f"Bearer {world.token}"}
            began = time.perf_counter()
            connection.request("POST", f"/api/v1/tables/{table}/entries", body, headers)
            answer = connection.getresponse()
            answer.read()
            took = time.perf_counter() - began
            assert answer.status == 201, answer.status
            return took

        for base in range(1995):
            report(old, base)
        for number, table in enumerate(fresh):
            for base in range(15):
                took = report(table, base)
                if base >= 5:
                    early.append(took)
                    late.append(report(old, 1995 + number * 10 + base - 5))
    ratio = median(late) / median(early)
    return Figure("report 2,000 of a table", median(late) * 1e6, "µs", ratio, "report 10", "1.2 at most")


def empty_database(settings: Settings) -> None:
    """Delete everything that an earlier run has left in the database."""
    opened = Database(settings.database_url)
    with opened.write() as session:
        for table in reversed(METADATA.sorted_tables):
            session.connection().execute(table.delete())
        session.connection().exec_driver_sql("DROP TABLE IF EXISTS bare")
    opened.close()


def measure(options: Options) -> Result:
    """Run both comparisons."""
    if not shutil.which("wrk"):
        sys.exit("bench moves: wrk is needed (on Debian: apt install wrk)")
    with database(options) as (settings, kind):
        empty_database(settings)
        reports = settings.data / "reports.jsonl"
        reports.write_text("\n".join(map(json.dumps, random_game(5, 600))))
        return Result(f"moves on {kind}", (*compare_rates(settings, reports), compare_late_reports(settings)))
