"""``python3 dev.py bench public``: 500 phones on the public pages of an event while 60 tables log.

Each phone polls its page every five seconds with the ETag that it has (half of them a table's live board, one turn
behind; the others the event's page, the seats, the standings); one request in twenty has no ETag.  The tables report
and poll as in the hall benchmark.  Every ten seconds a notice changes all pages.  On SQLite, or with ``--postgresql``;
``--tables`` (with phones in proportion), ``--minutes`` for less.
"""

from __future__ import annotations

import asyncio
import json
import time
from random import Random

from referee.core.database.database import Database
from referee.models import GameTable, Player, PublicPages, RegulationVersion, Round, Seat, new_id
from referee.public.settings import PARTS
from tests.benchmarks.hall import Connection, Tally, send_idle_requests, tablet
from tests.benchmarks.moves import OURS, SEATS, World, empty_database, random_game, run_service
from tests.benchmarks.options import Options, database
from tests.benchmarks.results import Figure, Result
from tournaments.regulation import shipped

TABLES = 60
PHONES = 500
MINUTES = 5.0
BETWEEN_LOOKS = 5.0
BETWEEN_NOTICES = 10.0
PATHS = ("", "/seats", "/standings")


class Phone(Connection):
    """A phone: it has no token; ``tag``: the ETag of what it shows."""

    tag = ""

    async def look(self, path: str) -> tuple[int, int]:
        """Request a page; returns status and size of the body."""
        known = f"If-None-Match: {self.tag}\r\n" if self.tag else ""
        head = f"GET {path} HTTP/1.1\r\nHost: hall\r\nAccept: text/html\r\nAccept-Encoding: gzip\r\n{known}\r\n"
        self.writer.write(head.encode())
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        lower = answer.lower()
        length = int(lower.partition("content-length:")[2].partition("\r\n")[0] or 0)
        status = int(lower.split(" ", 2)[1])
        await self.reader.readexactly(length if status == 200 else 0)
        start = lower.find("\r\netag:")
        self.tag = answer[start + 7 :].partition("\r\n")[0].strip() if start >= 0 else ""
        return status, length


async def phone(port: int, path: str, tally: Tally, random: Random, end: float) -> None:
    """A phone that polls a page."""
    connection = Phone(port, "")
    await connection.open()
    await asyncio.sleep(random.uniform(0, BETWEEN_LOOKS))
    while (began := time.monotonic()) < end:
        if random.random() < 0.05:
            connection.tag = ""
        status, _ = await connection.look(path)
        tally.looks.append(time.monotonic() - began)
        if status not in (200, 304):
            tally.wrong.append(f"{path} {status}")
        await asyncio.sleep(random.uniform(0.9, 1.1) * BETWEEN_LOOKS)


async def organizer(port: int, world: World, event_id: str, end: float) -> None:
    """Post notices, which change what the phones show."""
    connection = Connection(port, world.token)
    await connection.open()
    while time.monotonic() < end:
        await connection.ask("POST", f"/api/v1/events/{event_id}/notices", {"text": "昼休みは12時50分までです。"})
        await asyncio.sleep(BETWEEN_NOTICES)


def publish_event(settings_url: str, world: World, address: str = "cup") -> tuple[str, list[str]]:
    """Seat players at the world's tables and publish its pages; returns the event's id and the tables' paths."""
    opened = Database(settings_url)
    with opened.write() as session:
        first = session.get_one(GameTable, world.tables[0])
        text = shipped.text("jma-national-2012")
        session.add(
            RegulationVersion(
                event_id=first.event_id,
                number=1,
                text=text,
                fingerprint=shipped.load("jma-national-2012").fingerprint,
                author="bench",
                made_at=1,
            )
        )
        for number, table in enumerate(world.tables):
            for order, seat in enumerate(SEATS, 1):
                player = Player(
                    event_id=first.event_id,
                    number=4 * number + order,
                    name=f"選手 {4 * number + order}",
                    reading="せんしゅ",
                    code=new_id(),
                    created_at=1,
                )
                session.add(player)
                session.flush()
                session.add(Seat(table_id=table, start_order=order, seat=seat, player_id=player.id))
        round_ = session.get_one(Round, first.round_id)
        round_.published_at = 1
        session.add(
            PublicPages(event_id=first.event_id, open=True, address=address, shown=json.dumps(PARTS), delay_turns=1)
        )
        numbers = [session.get_one(GameTable, table).number for table in world.tables]
        boards, event_id = [f"/tables/{round_.number}/{number}" for number in numbers], first.event_id
    opened.close()
    return event_id, boards


async def crowd(
    port: int, world: World, event_id: str, boards: list[str], minutes: float, judges: Tally, watchers: Tally
) -> None:
    """Run all clients at once."""
    first = Phone(port, "")
    await first.open()
    for path in PATHS:
        await first.look(f"/p/cup{path}")  # warm up
    random = Random(3)
    games = [random_game(seed * 100, 150) for seed in range(4)]
    end = time.monotonic() + minutes * 60
    tasks = [
        tablet(port, world.token, table, games[number % len(games)], judges, Random(random.random()), end)
        for number, table in enumerate(world.tables)
    ]
    tasks += [
        phone(port, f"/p/cup{watched_page(number, boards)}", watchers, Random(random.random()), end)
        for number in range(phones(len(world.tables)))
    ]
    await asyncio.gather(
        organizer(port, world, event_id, end), send_idle_requests(port, [judges, watchers], end), *tasks
    )


def phones(tables: int) -> int:
    """The number of phones for so many tables."""
    return PHONES * tables // TABLES


def watched_page(number: int, boards: list[str]) -> str:
    """The page that a phone shows: a board on every second one."""
    pages = boards if number % 2 else PATHS
    return pages[number // 2 % len(pages)]


def measure(options: Options) -> Result:
    tables, minutes = options.tables or TABLES, options.minutes or MINUTES
    with database(options) as (settings, kind):
        empty_database(settings)
        world = World(settings, tables)
        event_id, boards = publish_event(settings.database_url, world)
        judges, watchers = Tally(), Tally()
        with run_service(OURS, settings) as ours:
            asyncio.run(crowd(ours.port, world, event_id, boards, minutes, judges, watchers))
    figures = [
        *judges.figures("reports", judges.reports, "p99 100 at most"),
        *judges.figures("judges' looks", judges.looks),
        *watchers.figures("phones' looks", watchers.looks),
        Figure("errors", len(judges.wrong) + len(watchers.wrong), wanted="0"),
    ]
    about = f"{phones(tables)} phones beside {tables} tables for {minutes:g} minutes on {kind}."
    return Result("public", tuple(figures), (about, *judges.wrong[:3], *watchers.wrong[:3]))
