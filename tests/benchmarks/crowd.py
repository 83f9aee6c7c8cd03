"""The clients of a national day: tables that report, phones and projectors that watch, and a desk for each venue."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

from referee.core.database.database import Database
from referee.core.settings import Settings
from tests.benchmarks.hall import BETWEEN_LOOKS, BETWEEN_REPORTS
from tests.benchmarks.line import Line
from tests.benchmarks.moves import World, random_game
from tests.benchmarks.public import BETWEEN_LOOKS as BETWEEN_GLANCES
from tests.benchmarks.public import phones, publish_event, watched_page

VENUES = 10
PROJECTORS = 2
"""The number in each venue."""
BETWEEN_NOTICES = 60.0
"""Seconds between two notices of a venue; each changes every page of its event."""
WITHOUT_TAG = 0.05
"""The share of the phones' requests that are sent without an ETag."""
LENGTH = 1500
"""Reports of a game: more than a table ever reaches."""
GAMES = 6
GRACE = 1.0
"""Seconds after the end of a stage in which due requests are still sent."""
UNANSWERED = 20.0
"""Seconds after the end of a stage until unanswered requests count as errors."""
LAG = 0.05
"""Seconds between two measurements of the load generator's own lag."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a stage goes.  ``haste``: the rate of a table's reports, as a multiple of a tournament's; ``days``:
    simulates so many times the tables, including those who watch them; ``proxied``: the watchers use a proxy.
    """

    haste: float
    days: float
    seconds: float
    proxied: bool = False


@dataclass
class Seen:
    """The measurements of a stage: seconds from the due time of a request to its answer, errors, the load generator's
    own lag, and ``left``, the number of reports that were due but not sent.
    """

    reports: list[float] = field(default_factory=list)
    looks: list[float] = field(default_factory=list)
    glances: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    lags: list[float] = field(default_factory=list)
    left: float = 0.0


@dataclass
class Table:
    """A table with its tablet.  ``base``: the number of reports acknowledged; ``posted``: of those sent."""

    id: str
    line: Line
    token: str
    reports: list[bytes]
    base: int = 0
    posted: int = 0


@dataclass
class Watcher:
    """A phone or projector that shows a page; ``tag``: the ETag of what it shows."""

    path: str
    line: Line
    tag: bytes = b""


@dataclass(frozen=True, slots=True)
class Desk:
    """A venue's desk, with an administrator's token and a connection for each of the two things that it does."""

    event: str
    round: str
    token: str
    speaking: Line
    following: Line


class Crowd:
    """All clients, for all stages."""

    def __init__(self, settings: Settings, count: int, random: Random) -> None:
        self._random = random
        self._settings = settings
        self._count = count
        self.tables: list[Table] = []
        self.watchers: list[Watcher] = []
        self.desks: list[Desk] = []

    def arrive(self, port: int) -> None:
        """Create the events and all clients."""
        games = [[json.dumps(each).encode() for each in random_game(100 * seed, LENGTH)] for seed in range(GAMES)]
        for venue in range(VENUES):
            size = self._count * (venue + 1) // VENUES - self._count * venue // VENUES
            world = World(self._settings, size)
            event, boards = publish_event(self._settings.database_url, world, f"venue-{venue}")
            lines = Line(port, f"127.{venue + 1}.0.1"), Line(port, f"127.{venue + 1}.0.2")
            self.desks.append(Desk(event, world.round, world.token, *lines))
            for number, (table, token) in enumerate(zip(world.tables, world.devices, strict=True)):
                line = Line(port, f"127.{venue + 1}.1.{number + 1}")
                self.tables.append(Table(table, line, token, games[len(self.tables) % GAMES]))
            paths = [watched_page(number, boards) for number in range(phones(size))] + ["/screen"] * PROJECTORS
            for number, path in enumerate(paths):
                line = Line(port, f"127.{venue + 1}.{2 + number // 250}.{number % 250 + 1}")
                self.watchers.append(Watcher(f"/p/venue-{venue}{path}", line))

    def move_watchers(self, port: int) -> None:
        """Move the watchers to another port, such as that of a proxy."""
        for each in self.watchers:
            each.line.move(port)

    @property
    def connections(self) -> int:
        return len(self.tables) + len(self.watchers) + 2 * len(self.desks)

    async def stage(self, pace: Pace) -> Seen:
        """Run a stage with all clients at once."""
        seen, random = Seen(), self._random
        end = time.monotonic() + pace.seconds
        people = [
            *(self._table(each, pace, seen, Random(random.random()), end) for each in self.tables),
            *(self._watcher(each, pace, seen, Random(random.random()), end) for each in self.watchers),
            *(self._announce(each, seen, random.uniform(0, BETWEEN_NOTICES), end) for each in self.desks),
            *(self._follow(each, pace, seen, random.uniform(0, BETWEEN_GLANCES), end) for each in self.desks),
        ]
        tasks = [asyncio.create_task(each) for each in people]
        lag = asyncio.create_task(_lag(seen))
        done, late = await asyncio.wait(tasks, timeout=pace.seconds + UNANSWERED)
        lag.cancel()
        for each in late:
            each.cancel()
            seen.wrong.append("no answer")
        for each in done:
            each.result()
        return seen

    async def _table(self, table: Table, pace: Pace, seen: Seen, random: Random, end: float) -> None:
        """A tablet: it reports, and polls for news every two seconds."""
        apart, looks_apart = BETWEEN_REPORTS / pace.haste / pace.days, BETWEEN_LOOKS / pace.days
        now = time.monotonic()
        report_at, look_at = now + random.uniform(0, apart), now + random.uniform(0, looks_apart)
        while (due := min(report_at, look_at)) < end and time.monotonic() < end + GRACE:
            if (wait := due - time.monotonic()) > 0:
                await asyncio.sleep(wait)
            if report_at <= look_at:
                table.posted = table.base + 1
                client = f"{table.id[-6:]}-{table.base:05}".encode()
                report = table.reports[table.base]
                body = b'{"client_id":"%b","base":%d,"report":%b}' % (client, table.base, report)
                status = await _status(table.line, request("POST", _log(table), table.token, body), seen, (201,))
                if status == 201:
                    table.base += 1
                    seen.reports.append(time.monotonic() - due)
                report_at += random.uniform(0.5, 1.5) * apart
            else:
                look = request("GET", f"{_log(table)}?since={table.base}", table.token)
                if await _status(table.line, look, seen, (200, 304)):
                    seen.looks.append(time.monotonic() - due)
                look_at += looks_apart
        seen.left += max(0.0, (end - report_at) / apart)

    async def _watcher(self, watcher: Watcher, pace: Pace, seen: Seen, random: Random, end: float) -> None:
        """A phone or projector: it polls every five seconds, with the ETag of what it shows."""
        apart = BETWEEN_GLANCES / pace.days
        due = time.monotonic() + random.uniform(0, apart)
        while due < end and time.monotonic() < end + GRACE:
            if (wait := due - time.monotonic()) > 0:
                await asyncio.sleep(wait)
            tag = b"" if random.random() < WITHOUT_TAG else watcher.tag
            with _recording_errors(seen):
                answer = await watcher.line.ask(watcher_request(watcher.path, tag))
                if answer.status not in (200, 304):
                    seen.wrong.append(f"{watcher.path} {answer.status}")
                watcher.tag = answer.tag
                seen.glances.append(time.monotonic() - due)
            due += random.uniform(0.9, 1.1) * apart

    async def _announce(self, desk: Desk, seen: Seen, first: float, end: float) -> None:
        """A venue's desk posts notices, which change all pages."""
        at = time.monotonic() + first
        while at < end:
            await asyncio.sleep(max(0.0, at - time.monotonic()))
            body = json.dumps({"text": "昼休みは12時50分までです。"}).encode()
            path = f"/api/v1/events/{desk.event}/notices"
            await _status(desk.speaking, request("POST", path, desk.token, body), seen, (201,))
            at += BETWEEN_NOTICES

    async def _follow(self, desk: Desk, pace: Pace, seen: Seen, first: float, end: float) -> None:
        """A venue's desk follows all its tables: it polls them every five seconds, as its page does."""
        at = time.monotonic() + first
        while at < end and time.monotonic() < end + GRACE:
            await asyncio.sleep(max(0.0, at - time.monotonic()))
            path = f"/api/v1/rounds/{desk.round}/tables"
            await _status(desk.following, request("GET", path, desk.token), seen, (200, 304))
            at += BETWEEN_GLANCES / pace.days

    def wrong_logs(self) -> tuple[int, int]:
        """Count acknowledged reports that are lost, and logged ones that are duplicates or were never posted."""
        opened = Database(self._settings.database_url)
        rows = opened.rows("SELECT table_id, count(*), count(DISTINCT client_id) FROM entry GROUP BY table_id", {})
        opened.close()
        logged: dict[str, Any] = {table: (count, different) for table, count, different in rows}
        lost = doubled = 0
        for each in self.tables:
            count, different = logged.get(each.id, (0, 0))
            lost += max(0, each.base - different)
            doubled += count - different + max(0, different - each.posted)
        return lost, doubled


def _log(table: Table) -> str:
    return f"/api/v1/tables/{table.id}/entries"


def request(method: str, path: str, token: str, body: bytes = b"") -> bytes:
    """Encode a request with a token."""
    about = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
    return f"{method} {path} HTTP/1.1\r\nHost: hall\r\nAuthorization: Bearer {token}\r\n{about}\r\n".encode() + body


def watcher_request(path: str, tag: bytes) -> bytes:
    known = b"If-None-Match: %b\r\n" % tag if tag else b""
    head = f"GET {path} HTTP/1.1\r\nHost: hall\r\nAccept: text/html\r\nAccept-Encoding: gzip\r\n".encode()
    return head + known + b"\r\n"


@contextmanager
def _recording_errors(seen: Seen) -> Iterator[None]:
    """Record an error if no answer comes."""
    try:
        yield
    except OSError as error:
        seen.wrong.append(f"{type(error).__name__}: {error}")


async def _status(line: Line, payload: bytes, seen: Seen, right: Iterable[int]) -> int:
    """Send a request and return the status; 0 if there was no answer or the status is not in ``right``; notes that."""
    with _recording_errors(seen):
        status = (await line.ask(payload)).status
        if status in right:
            return status
        seen.wrong.append(f"{payload.partition(b' HTTP')[0].decode()} {status}")
    return 0


async def _lag(seen: Seen) -> None:
    """Keep measuring how late this process wakes up."""
    while True:
        due = time.monotonic() + LAG
        await asyncio.sleep(LAG)
        seen.lags.append(time.monotonic() - due)
