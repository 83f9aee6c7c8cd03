"""``python3 dev.py bench hall``: 200 tables log at the pace of a tournament for ten minutes.

Every tablet reports about every eight seconds (700 reports in 90 minutes) and polls for news every two seconds, over a
connection of its own.  On SQLite, or with ``--postgresql``; ``--tables``, ``--minutes`` for less.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

from tests.benchmarks.moves import OURS, World, empty_database, processor_seconds, random_game, run_service
from tests.benchmarks.options import Options, database
from tests.benchmarks.results import Figure, Result

TABLES = 200
MINUTES = 10
BETWEEN_REPORTS = 7.7
BETWEEN_LOOKS = 2.0
BETWEEN_IDLE = 0.5
FIELDS = ("Pid", "PPid", "VmRSS")


class Tally:
    """The measurements: response times in seconds of reports, of polls (``looks``) and of requests that do nothing
    (``idle``), and unexpected answers.
    """

    def __init__(self) -> None:
        self.reports: list[float] = []
        self.looks: list[float] = []
        self.idle: list[float] = []
        self.wrong: list[str] = []

    def line(self, name: str, times: list[float]) -> str:
        """Format the times of one kind of request."""
        p50, p99, longest = (quantile(times, part) for part in (0.5, 0.99, 1))
        return f"{name}: {len(times)}, p50 {p50:.1f} ms, p99 {p99:.1f} ms, longest {longest:.1f} ms"

    def figures(self, name: str, times: list[float], wanted: str = "") -> list[Figure]:
        """The times of one kind of request as figures, compared with those of ``idle``."""
        p50, p99 = quantile(times, 0.5), quantile(times, 0.99)
        ratio = p50 / quantile(self.idle, 0.5)
        return [
            Figure(name, len(times)),
            Figure(f"{name}, p50 / p99", p50, "ms", ratio, "a request that does nothing", wanted, second=p99),
        ]


def quantile(times: list[float], part: float) -> float:
    """The quantile ``part`` of the times, in milliseconds."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] * 1000 if ordered else 0.0


class Connection:
    """A keep-alive connection."""

    def __init__(self, port: int, token: str) -> None:
        self.port = port
        self.token = token

    async def open(self) -> None:
        """Connect."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """Send a request and return status and body of the answer."""
        payload = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: hall\r\nAuthorization: Bearer {self.token}\r\n"
        if payload:
            head += f"Content-Type: application/json\r\nContent-Length: {len(payload)}\r\n"
        self.writer.write(head.encode() + b"\r\n" + payload)
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = int(answer.partition("content-length:")[2].partition("\r\n")[0] or 0)
        return int(answer.split(" ", 2)[1]), await self.reader.readexactly(length)


async def tablet(
    port: int, token: str, table: str, reports: list[Any], tally: Tally, random: Random, end: float
) -> None:
    """A tablet that reports and polls."""
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
    """The memory of the server at a port and of all its child processes, in megabytes."""
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
            if f"\0--port\0{port}\0".encode() in command:
                wanted.add(process)
    while below := {each for each, (parent, _) in processes.items() if parent in wanted} - wanted:
        wanted |= below
    return sum(processes[each][1] for each in wanted) / 1024


async def send_idle_requests(port: int, tallies: Iterable[Tally], end: float) -> None:
    """Send requests that need no work meanwhile: whatever the other requests take in addition is our own work."""
    connection = Connection(port, "")
    await connection.open()
    while (began := time.monotonic()) < end:
        await connection.ask("GET", "/healthz")
        for each in tallies:
            each.idle.append(time.monotonic() - began)
        await asyncio.sleep(BETWEEN_IDLE)


async def hall(port: int, world: World, tally: Tally, minutes: float) -> None:
    """Run all tablets at once."""
    random = Random(3)
    games = [random_game(seed * 100, 150) for seed in range(8)]
    end = time.monotonic() + minutes * 60
    tablets = [
        tablet(port, world.token, table, games[number % len(games)], tally, Random(random.random()), end)
        for number, table in enumerate(world.tables)
    ]
    await asyncio.gather(*tablets, send_idle_requests(port, [tally], end))


def measure(options: Options) -> Result:
    tables, minutes = options.tables or TABLES, options.minutes or MINUTES
    with database(options) as (settings, kind):
        empty_database(settings)
        world = World(settings, tables)
        tally = Tally()
        with run_service(OURS, settings) as ours:
            before = memory(ours.port)
            asyncio.run(hall(ours.port, world, tally, minutes))
            after, processor = memory(ours.port), processor_seconds(ours.pid)
    figures = [
        *tally.figures("reports", tally.reports, "p99 100 at most"),
        *tally.figures("looks", tally.looks),
        Figure("errors", len(tally.wrong), wanted="0"),
        Figure("memory before", before, "MB"),
        Figure("memory after", after, "MB"),
        Figure("share of one processor", 100 * processor / (minutes * 60), "%"),
    ]
    notes = (f"{tables} tables for {minutes:g} minutes on {kind}.", *tally.wrong[:3])
    return Result("hall", tuple(figures), notes)
