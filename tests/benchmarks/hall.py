"""``python3 dev.py bench hall``: 200 tables logging at the pace of a tournament for ten minutes.

Every tablet reports about every eight seconds (700 reports in 90 minutes) and asks every two seconds for what is new,
over a connection of its own.  Printed: errors, times in milliseconds, and the server's memory minute by minute.
``REFEREE_DATABASE_URL`` names a PostgreSQL database that may be emptied; without it SQLite is measured.
"""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from referee.core.database.migrate import upgrade
from referee.core.settings import from_environment
from tests.benchmarks.moves import OURS, World, emptied, random_game, served

TABLES = 200
MINUTES = 10
BETWEEN_REPORTS = 7.7
BETWEEN_LOOKS = 2.0
FIELDS = ("Pid", "PPid", "VmRSS")


class Tally:
    """What was seen: times of reports and of looks in seconds, and answers that were not as they should be."""

    def __init__(self) -> None:
        self.reports: list[float] = []
        self.looks: list[float] = []
        self.wrong: list[str] = []

    def line(self, name: str, times: list[float]) -> str:
        """The times of one kind as text."""
        ordered = sorted(times)

        def at(part: float) -> float:
            return ordered[min(len(ordered) - 1, int(part * len(ordered)))] * 1000

        return f"{name}: {len(times)}, p50 {at(0.5):.1f} ms, p99 {at(0.99):.1f} ms, longest {at(1):.1f} ms"


class Connection:
    """A connection that stays open."""

    def __init__(self, port: int, token: str) -> None:
        self.port = port
        self.token = token

    async def open(self) -> None:
        """Connect."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """A request; status and body of its answer."""
        sent = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: hall\r\nAuthorization: Bearer {self.token}\r\n"
        if sent:
            head += f"Content-Type: application/json\r\nContent-Length: {len(sent)}\r\n"
        self.writer.write(head.encode() + b"\r\n" + sent)
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = int(answer.partition("content-length:")[2].partition("\r\n")[0] or 0)
        return int(answer.split(" ", 2)[1]), await self.reader.readexactly(length)


async def tablet(
    port: int, token: str, table: str, reports: list[Any], tally: Tally, random: Random, end: float
) -> None:
    """A tablet at work."""
    connection = Connection(port, token)
    await connection.open()
    base = 0
    next_report = time.monotonic() + random.uniform(0, BETWEEN_REPORTS)
    next_look = time.monotonic() + random.uniform(0, BETWEEN_LOOKS)
    path = f"/api/v1/tables/{table}/entries"
    while (began := time.monotonic()) < end:
        if began >= next_report and base < len(reports):
            body = {"client_id": f"{table[-6:]}-{base:05}", "base": base, "report": reports[base]}
            status, text = await connection.ask("POST", path, body)
            tally.reports.append(time.monotonic() - began)
            base += 1
            next_report += random.uniform(0.5, 1.5) * BETWEEN_REPORTS
            expected = 201
        elif began >= next_look:
            status, text = await connection.ask("GET", f"{path}?since={base}")
            tally.looks.append(time.monotonic() - began)
            next_look += BETWEEN_LOOKS
            expected = 200
        else:
            await asyncio.sleep(min(next_report, next_look) - began)
            continue
        if status != expected:
            tally.wrong.append(f"{status} {text[:200]!r}")


def memory(port: int) -> float:
    """Megabytes of all processes of the server at the port: the one that was started for it, and those below."""
    processes: dict[int, tuple[int, int]] = {}  # parent and kilobytes
    wanted: set[int] = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes()
            status = (folder / "status").read_text()
        except OSError:
            continue
        if "VmRSS:" in status:
            process, parent, kilobytes = (int(status.partition(f"{name}:")[2].split()[0]) for name in FIELDS)
            processes[process] = parent, kilobytes
            if b"granian" in command and f"\0--port\0{port}\0".encode() in command:
                wanted.add(process)
    while below := {each for each, (parent, _) in processes.items() if parent in wanted} - wanted:
        wanted |= below
    return sum(processes[each][1] for each in wanted) / 1024


async def hall(port: int, world: World, tally: Tally) -> None:
    """All tablets at once, and a look at the server's memory every minute."""
    random = Random(3)
    games = [random_game(seed * 100, 150) for seed in range(8)]
    end = time.monotonic() + MINUTES * 60
    at_work = [
        asyncio.create_task(
            tablet(port, world.token, table, games[number % len(games)], tally, Random(random.random()), end)
        )
        for number, table in enumerate(world.tables)
    ]
    for minute in range(MINUTES):
        await asyncio.sleep(60)
        print(f"  minute {minute + 1}: {memory(port):.0f} MB, {len(tally.reports)} reports, {len(tally.wrong)} errors",
              flush=True)  # fmt: skip
    await asyncio.gather(*at_work)


def main() -> None:
    """Run the hall and print what was seen."""
    with tempfile.TemporaryDirectory() as folder:
        settings = from_environment({**os.environ, "REFEREE_DATA": folder})
        upgrade(settings.database_url)
        emptied(settings)
        world = World(settings, TABLES)
        tally = Tally()
        print("SQLite" if settings.database_url.startswith("sqlite") else "PostgreSQL", flush=True)
        with served(OURS, settings) as ours:
            asyncio.run(hall(ours.port, world, tally))
    print(tally.line("reports", tally.reports))
    print(tally.line("looks", tally.looks))
    print(f"errors: {len(tally.wrong)} {tally.wrong[:3]}")
