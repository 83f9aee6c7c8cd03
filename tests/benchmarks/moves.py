"""``python3 dev.py bench moves``: reporting a move over HTTP, against a bare view with one durable INSERT.

The full path: access, form, judge, log, snapshot, one durable transaction, as `referee serve` serves it.  The bare view
runs under granian (WSGI) with a thread for each connection.  Each has one process; they are loaded in turn by wrk over
16 connections, and what the processor does for a request is counted, which says more where the machine is busy.  Then
what the 2,000th report of a table costs against the 10th of others.  ``REFEREE_DATABASE_URL`` names a PostgreSQL
database that may be emptied; without it SQLite is measured.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
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
from referee.core.database.migrate import upgrade
from referee.core.settings import Settings, from_environment
from referee.models import METADATA, Account, Credential, Event, GameTable, Round
from rulesets.kernel.record import FORMAT

CONNECTIONS = 16
BARE = (
    "granian", "tests.benchmarks.bare:create_app", "--factory", "--interface", "wsgi", "--http", "1",
    "--blocking-threads", str(CONNECTIONS), "--no-log",
)  # fmt: skip
OURS = ("referee.cli", "serve", "--workers", "1")
"""What runs them: a module of Python, and its arguments."""
SECONDS = 8
ROUNDS = 5
HERE = Path(__file__).parent
SEATS = ["A", "B", "C", "D"]


def random_game(seed: int, length: int) -> list[dict[str, Any]]:
    """Reports of a random jma-2006 game, all accepted; when a game is over the seed after it is tried."""
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
        answer = ruleset.judge(game, report)
        if answer.accepted:
            accepted.append(json.loads(json.dumps(report)))
            game = answer.game
    return accepted


class World:
    """A database with as many tables as are asked for, and a token that may report at them."""

    def __init__(self, settings: Settings, tables: int) -> None:
        self.settings = settings
        self.token = new_token()
        database = Database(settings.database_url)
        header = canonical({"record": FORMAT, "ruleset": "jma-2006", "edition": "atlantic-city", "seats": SEATS})
        with database.write() as session:
            event = Event(name="bench", created_at=1)
            session.add(event)
            session.flush()
            round_ = Round(event_id=event.id, number=1, name="", created_at=1)
            account = Account(name="bench", administrator=True, created_at=1)
            session.add_all([round_, account])
            session.flush()
            made = [
                GameTable(event_id=event.id, round_id=round_.id, number=number, header=header, head=first_hash(header),
                          created_at=1)
                for number in range(tables)
            ]  # fmt: skip
            session.add_all(made)
            session.add(
                Credential(kind="program", token_hash=token_hash(self.token), label="bench", account_id=account.id,
                           created_at=1, expires_at=2**45)
            )  # fmt: skip
            session.flush()
            self.event, self.round = event.id, round_.id
            self.tables = [table.id for table in made]
        database.close()


class Served(NamedTuple):
    """A service that runs: the port it answers at, and its process."""

    port: int
    pid: int


def processor_seconds(pid: int) -> float:
    """What the processor has done for a process and those that it has started; not a number where /proc is missing.

    A busy machine lengthens it less than what the clock says.
    """
    about = Path(f"/proc/{pid}")
    if not about.exists():
        return nan
    fields = (about / "stat").read_text().rpartition(")")[2].split()
    started = (about / "task" / str(pid) / "children").read_text().split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") + sum(
        map(processor_seconds, map(int, started))
    )


@contextmanager
def served(command: tuple[str, ...], settings: Settings) -> Iterator[Served]:
    """A service, started by a command."""
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
    """Load a server with wrk for some seconds; requests, errors, latencies and the processor's time for one in
    microseconds.
    """
    command = [
        "wrk", "-t", str(CONNECTIONS), "-c", str(CONNECTIONS), "-d", f"{SECONDS}s", "-s", str(HERE / "moves.lua"),
        f"http://127.0.0.1:{at.port}", "--", str(reports), token, str(CONNECTIONS), run, *paths,
    ]  # fmt: skip
    before = processor_seconds(at.pid)
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    found["rate"] = found["requests"] / found["microseconds"] * 1e6
    found["processor"] = (processor_seconds(at.pid) - before) / found["requests"] * 1e6
    return found


def share(settings: Settings, reports: Path) -> None:
    """How many moves a second, against the bare view's inserts."""
    each = 4 * CONNECTIONS
    world = World(settings, each * ROUNDS)
    rates: list[float] = []
    work: list[float] = []
    with (
        served(BARE, settings) as bare,
        served(OURS, settings) as ours,
    ):
        for number in range(ROUNDS):
            paths = [f"/api/v1/tables/{table}/entries" for table in world.tables[number * each : (number + 1) * each]]
            reference = load(bare, reports, world.token, f"bare-{number}", ["/moves"] * each)
            candidate = load(ours, reports, world.token, f"ours-{number}", paths)
            rates.append(candidate["rate"] / reference["rate"])
            work.append(candidate["processor"] / reference["processor"])
            print(
                f"  bare {reference['rate']:6.0f}/s p99 {reference['p99'] / 1000:5.1f} ms"
                f" {reference['processor']:4.0f} us   moves {candidate['rate']:6.0f}/s"
                f" p50 {candidate['p50'] / 1000:5.1f} p99 {candidate['p99'] / 1000:5.1f} ms"
                f" {candidate['processor']:4.0f} us   share {rates[-1]:.2f}   errors {candidate['errors']}",
                flush=True,
            )
    print(f"share of the bare view: {median(rates):.2f} (wanted: at least 0.75 on SQLite, 0.6 on PostgreSQL)")
    print(f"work of the processor for a request, in those of the bare view: {median(work):.2f}")


def late_and_early(settings: Settings) -> None:
    """What report 2,000 of a table costs against report 10: fresh tables are reported to in turn with an old one."""
    reports = random_game(11, 2100)
    world = World(settings, 11)
    old, *fresh = world.tables
    late: list[float] = []
    early: list[float] = []
    with served(OURS, settings) as ours:
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
    print(f"report 2,000: {median(late) * 1e6:.0f} us, report 10: {median(early) * 1e6:.0f} us, ratio {ratio:.2f}"
          " (wanted: at most 1.2)")  # fmt: skip


def emptied(settings: Settings) -> None:
    """Remove what an earlier run has left in a database that may be emptied."""
    database = Database(settings.database_url)
    with database.write() as session:
        for table in reversed(METADATA.sorted_tables):
            session.connection().execute(table.delete())
        session.connection().exec_driver_sql("DROP TABLE IF EXISTS bare")
    database.close()


def main() -> None:
    """Measure and print."""
    if not shutil.which("wrk"):
        sys.exit("bench moves: wrk is needed (on Debian: apt install wrk)")
    with tempfile.TemporaryDirectory() as folder:
        settings = from_environment({**os.environ, "REFEREE_DATA": folder})
        upgrade(settings.database_url)
        emptied(settings)
        reports = Path(folder) / "reports.jsonl"
        reports.write_text("\n".join(map(json.dumps, random_game(5, 600))))
        print("SQLite" if settings.database_url.startswith("sqlite") else "PostgreSQL")
        share(settings, reports)
        late_and_early(settings)
