"""``python3 dev.py bench sign-in [SECONDS]``: how much a flood of log-ins slows down the tables.

Four tables report ten times a second each, over connections of their own: alone, then while 24 connections send one
log-in after another as fast as they are answered, first from one address, then each from another address and with
another name, so that only the waiting room limits the password hashing.  Prints the response times of reports, and the
ratio of the medians with and without the flood; the target is a median below 50 ms.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from statistics import median
from typing import Any

from referee.core.database.migrate import upgrade
from referee.core.settings import from_environment
from tests.benchmarks.hall import Connection, Tally
from tests.benchmarks.moves import OURS, World, empty_database, random_game, run_service

TABLES = 4
BETWEEN_REPORTS = 0.1
FLOOD = 24
WANTED = 50.0
"""Milliseconds."""


class Stranger(Connection):
    """A client that guesses passwords, its address forwarded as by a proxy."""

    async def guess(self, login: str, address: str) -> int:
        """Try to log in, and return the status."""
        body = json.dumps({"login": login, "password": "wrong"}).encode()
        head = (
            "POST /api/v1/sessions HTTP/1.1\r\nHost: hall\r\nContent-Type: application/json\r\n"
            f"X-Forwarded-For: {address}\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        self.writer.write(head.encode() + body)
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        await self.reader.readexactly(int(answer.partition("content-length:")[2].partition("\r\n")[0] or 0))
        return int(answer.split(" ", 2)[1])


async def strangers(port: int, everywhere: bool, seen: Counter[int]) -> None:
    """Run all strangers until cancelled."""
    random = Random(5)

    async def one() -> None:
        stranger = Stranger(port, "")
        await stranger.open()
        while True:
            number = random.getrandbits(24) if everywhere else 0
            address = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
            seen[await stranger.guess(f"name-{number}", address)] += 1

    await asyncio.gather(*(one() for _ in range(FLOOD)))


def flood(port: int, everywhere: bool, stop: Any, pipe: Any) -> None:
    """Run the strangers in a process of their own until ``stop`` is set; sends the counts of their answers."""
    seen: Counter[int] = Counter()

    async def until_stopped() -> None:
        at_it = asyncio.create_task(strangers(port, everywhere, seen))
        await asyncio.get_running_loop().run_in_executor(None, stop.wait)
        at_it.cancel()

    asyncio.run(until_stopped())
    pipe.send(dict(seen))


@contextmanager
def flooded(port: int, everywhere: bool) -> Iterator[dict[int, int]]:
    """Run a flood for the duration of the block; the yielded dict is filled at its end with counts by status."""
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    answered: dict[int, int] = {}
    here, there = context.Pipe()
    process = context.Process(target=flood, args=(port, everywhere, stop, there))
    process.start()
    time.sleep(2)  # until it has begun
    try:
        yield answered
    finally:
        stop.set()
        answered.update(here.recv())
        process.join()


async def tables(port: int, world: World, begun: dict[str, int], tally: Tally, seconds: float) -> None:
    """Let the tables report."""
    games = [random_game(seed * 100, 400) for seed in range(TABLES)]
    end = time.monotonic() + seconds

    async def one(table: str, reports: list[Any]) -> None:
        connection = Connection(port, world.token)
        await connection.open()
        while time.monotonic() < end and begun[table] < len(reports):
            base, began = begun[table], time.monotonic()
            body = {"client_id": f"{table[-6:]}-{base:05}", "base": base, "report": reports[base]}
            status, text = await connection.ask("POST", f"/api/v1/tables/{table}/entries", body)
            tally.reports.append(time.monotonic() - began)
            begun[table] += 1
            if status != 201:
                tally.wrong.append(f"{status} {text[:200]!r}")
            await asyncio.sleep(BETWEEN_REPORTS)

    await asyncio.gather(*(one(table, game) for table, game in zip(world.tables, games, strict=True)))


def main() -> None:
    """Measure, and print the results."""
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 10.0
    os.environ["REFEREE_BEHIND_PROXY"] = "1"
    with tempfile.TemporaryDirectory() as folder:
        settings = from_environment({**os.environ, "REFEREE_DATA": folder})
        upgrade(settings.database_url)
        empty_database(settings)
        world = World(settings, TABLES)
        begun = dict.fromkeys(world.tables, 0)
        print("SQLite" if settings.database_url.startswith("sqlite") else "PostgreSQL", "load", *os.getloadavg())
        with run_service(OURS, settings) as ours:
            asyncio.run(tables(ours.port, world, begun, Tally(), 2))  # warm
            alone = Tally()
            asyncio.run(tables(ours.port, world, begun, alone, seconds))
            print(alone.line("reports alone", alone.reports), flush=True)
            for everywhere in (False, True):
                tally = Tally()
                with flooded(ours.port, everywhere) as answered:
                    asyncio.run(tables(ours.port, world, begun, tally, seconds))
                where = "from everywhere" if everywhere else "from one address"
                print(tally.line(f"during a flood {where}", tally.reports))
                milliseconds = median(tally.reports) * 1000
                print(
                    f"  with/without {median(tally.reports) / median(alone.reports):.1f}, wanted below {WANTED:g} ms:"
                    f" {'yes' if milliseconds < WANTED else 'NO'}; log-ins {answered}; errors {len(tally.wrong)}"
                    f" {tally.wrong[:2]}",
                    flush=True,
                )
