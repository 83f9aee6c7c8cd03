"""``python3 dev.py bench memory``: the server's memory during a day of 300 tables with 70 reports each.

The reports are sent as fast as possible over 16 connections; every table is polled as a tablet and the desk do; rulings
are imported, and the rules are searched with them in every language.  Then the round is closed.  Prints the server's
memory along the way, which must stay under 400 MB.  ``REFEREE_DATABASE_URL`` names a PostgreSQL database that may be
emptied; without it SQLite is measured.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import Iterator
from typing import Any

from referee.core.database.migrate import upgrade
from referee.core.settings import from_environment
from tests.benchmarks.hall import Connection, memory
from tests.benchmarks.moves import OURS, World, empty_database, random_game, run_service

TABLES = 300
REPORTS = 70
CONNECTIONS = 16
STEPS = 7
"""How many times memory is measured."""
RULINGS = 4
"""Rulings imported as precedents in each step."""
MOST = 400
"""The maximum for a day, in megabytes."""


async def play(
    connection: Connection, tables: Iterator[tuple[str, list[dict[str, Any]]]], first: int, last: int
) -> int:
    """Log the reports from ``first`` up to ``last`` at one table after another; returns the number of wrong answers."""
    wrong = 0
    for table, reports in tables:
        path = f"/api/v1/tables/{table}"
        for base in range(first, last):
            body = {"client_id": f"{table[-6:]}-{base:05}", "base": base, "report": reports[base]}
            status, _ = await connection.ask("POST", f"{path}/entries", body)
            wrong += status != 201
        for look in (f"{path}/entries?since={first}", path, f"{path}/clock"):
            status, _ = await connection.ask("GET", look)
            wrong += status != 200
    return wrong


def ruling(number: int) -> dict[str, Any]:
    """A rulings file with one ruling of another event."""
    text = dict.fromkeys(("facts", "question", "decision", "reasons"), f"A die lay on a card, for the {number}th time.")
    about = {
        "source": {"id": "elsewhere", "name": "Elsewhere", "date": "2026-11-22", "number": number},
        "standing": "advice",
        "ruleset": "jma-2006",
        "edition": "atlantic-city",
        "seats": list("ABCD"),
        "round": 1,
        "decided": "2026-11-22",
        "clauses": ["JMA/MOVE-1"],
        "effect": {"kind": "none"},
        "agreed": [],
        "appeal": None,
        "position": None,
        "log": [],
        "refused": None,
        **text,
    }
    return {"format": "rulings/1", "rulings": [about]}


async def rulings(connection: Connection, event: str, first: int) -> int:
    """Import rulings, and search for each in every language; returns the number of wrong answers."""
    wrong = 0
    for number in range(first, first + RULINGS):
        status, _ = await connection.ask("POST", f"/api/v1/events/{event}/precedents/import", ruling(number))
        wrong += status != 200
        for language in ("en", "ja", "zh"):
            path = f"/api/v1/rules?ruleset=jma-2006&event={event}&q=die&lang={language}"
            status, _ = await connection.ask("GET", path)
            wrong += status != 200
    return wrong


async def day(port: int, world: World) -> None:
    """Run the day in steps, each over all tables."""
    games = [random_game(seed * 100, REPORTS) for seed in range(8)]
    connections = [Connection(port, world.token) for _ in range(CONNECTIONS)]
    for each in connections:
        await each.open()
    highest = memory(port)
    print(f"  at the start: {highest:.0f} MB", flush=True)
    for step in range(STEPS):
        began = time.monotonic()
        first, last = step * REPORTS // STEPS, (step + 1) * REPORTS // STEPS
        tables = iter([(table, games[number % len(games)]) for number, table in enumerate(world.tables)])
        wrong = sum(await asyncio.gather(*(play(each, tables, first, last) for each in connections)))
        wrong += await rulings(connections[0], world.event, 1 + step * RULINGS)
        now = memory(port)
        highest = max(highest, now)
        took = time.monotonic() - began
        print(f"  {last * TABLES:6} reports: {now:.0f} MB, {wrong} errors, {took:.0f} s", flush=True)
    closing = {"anyway": True, "reason": "over"}
    status, _ = await connections[0].ask("POST", f"/api/v1/rounds/{world.round}/close", closing)
    print(f"  closed ({status}): {memory(port):.0f} MB; the most was {highest:.0f} MB (wanted: under {MOST})")


def main() -> None:
    """Run the day and print the measurements."""
    with tempfile.TemporaryDirectory() as folder:
        settings = from_environment({**os.environ, "REFEREE_DATA": folder})
        upgrade(settings.database_url)
        empty_database(settings)
        world = World(settings, TABLES)
        print("SQLite" if settings.database_url.startswith("sqlite") else "PostgreSQL", flush=True)
        with run_service(OURS, settings) as ours:
            asyncio.run(day(ours.port, world))
