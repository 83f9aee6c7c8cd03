"""Injects faults, one after another at random moments."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import NamedTuple

import psycopg

from tests.chaos.journal import Journal
from tests.chaos.service import PATIENCE, NotRecovered, Process, Service
from tests.referee.support import postgresql

KILLS = ("all", "starter", "worker", "worker", "printer", "frozen")
"""Kill all processes at once, like a power cut; the starter; a worker; a printer; or freeze one for a while, whatever
locks it holds."""
SQLITE_KINDS = (*KILLS, "disk full")
POSTGRESQL_KINDS = (*KILLS, "restart immediate", "restart fast", "backend")
PRINTING_SECONDS = 5.0
"""How long to wait for a printing process."""
DURATION = (0.3, 2.5)
"""Seconds for which a disk is full or a process frozen, minimum and maximum."""
PROGRESS = 5
"""The number of reports that must be answered between two troubles."""


class Happened(NamedTuple):
    """A trouble, with times by `time.monotonic`: from its beginning until the service was ready again."""

    kind: str
    began: float
    ended: float


class Trouble:
    """Makes trouble.  ``answered``: returns the number of reports answered so far; ``kinds``: the kinds of trouble, by
    default all; ``calm``: maximum seconds between two troubles; ``haste``: how often the next one does not wait until
    the last one is over; ``printing``: called to start a print that can be killed; ``playing``: returns whether games
    are being played; ``happened``: the troubles so far.
    """

    def __init__(
        self,
        service: Service,
        database: postgresql.Server | None,
        journal: Journal,
        random: Random,
        answered: Callable[[], int],
        kinds: tuple[str, ...],
        calm: float,
        haste: float,
    ) -> None:
        self.service = service
        self.database = database
        self.journal = journal
        self.random = random
        self.answered = answered
        self.kinds = kinds or (POSTGRESQL_KINDS if database else SQLITE_KINDS)
        self.calm = calm
        self.haste = haste
        self.printing: Callable[[], object] = lambda: None
        self.playing: Callable[[], bool] = lambda: False
        self.happened: list[Happened] = []
        self.hasty = 0

    @property
    def counts(self) -> Counter[str]:
        """The number of troubles by kind."""
        return Counter(each.kind for each in self.happened)

    async def keep_troubling(self, enough: Callable[[], bool]) -> None:
        """Make trouble until ``enough``."""
        kinds: list[str] = []
        while not enough():
            await asyncio.sleep(self.random.uniform(self.calm / 10, self.calm))
            if not kinds:  # every kind has its turn
                kinds = [*self.kinds]
                self.random.shuffle(kinds)
            await self.make(kinds.pop())

    async def make(self, kind: str) -> None:
        """Make one trouble, and usually wait until the service works again."""
        began = time.monotonic()
        self.journal.note("trouble", kind=kind)
        await self.inject(kind)
        if self.random.random() < self.haste:
            self.hasty += 1
            self.happened.append(Happened(kind, began, time.monotonic()))
            return
        await self.service.ready()
        self.happened.append(Happened(kind, began, time.monotonic()))
        self.journal.note("ready", after=round(time.monotonic() - began, 3))
        await self.progress()

    async def power_cut(self) -> None:
        """Kill everything now, and wait until the service works again."""
        began = time.monotonic()
        self.journal.note("trouble", kind="power cut")
        self.service.kill_all()
        await self.service.ready()
        self.happened.append(Happened("power cut", began, time.monotonic()))

    async def progress(self) -> None:
        """Wait until `PROGRESS` more reports are answered, as long as games are played.  Raises `NotRecovered`."""
        wanted = self.answered() + PROGRESS
        until = time.monotonic() + PATIENCE
        while self.answered() < wanted and self.playing():
            if time.monotonic() > until:
                raise NotRecovered(f"the service is ready, and for {PATIENCE} s hardly a report is answered")
            await asyncio.sleep(0.05)

    async def inject(self, kind: str) -> None:
        """Inject one fault."""
        if kind == "all":
            self.service.kill_all()
        elif kind in ("starter", "worker", "printer"):
            if kind == "printer":
                self.printing()
            if processes := await self.processes(kind):
                self.service.signal(self.random.choice(processes), signal.SIGKILL)
        elif kind == "frozen":
            if processes := await self.processes("worker"):
                process = self.random.choice(processes)
                self.service.signal(process, signal.SIGSTOP)
                await asyncio.sleep(self.random.uniform(*DURATION))
                self.service.signal(process, signal.SIGCONT)
        elif kind == "disk full":
            self.service.fill_disk()
            await asyncio.sleep(self.random.uniform(*DURATION))
            self.service.empty_disk()
        elif self.database is not None:
            await asyncio.to_thread(self._to_database, self.database, kind)

    async def processes(self, part: str) -> list[Process]:
        """The service's processes of this part; waits for a printer to appear."""
        until = time.monotonic() + PRINTING_SECONDS
        while True:
            processes = [each for each in self.service.processes() if each.part == part]
            if processes or part != "printer" or time.monotonic() > until:
                return processes
            await asyncio.sleep(0.02)

    def _to_database(self, database: postgresql.Server, kind: str) -> None:
        if kind == "backend":
            self._kill_backend(database)
        else:
            database.stop(kind.partition(" ")[2])
            database.start()

    def _kill_backend(self, database: postgresql.Server) -> None:
        """Kill a backend of the database, which makes PostgreSQL end all backends and recover."""
        with (
            suppress(psycopg.Error, ProcessLookupError),
            psycopg.connect(database.url("postgres"), autocommit=True) as connection,
        ):
            rows = connection.execute(
                "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
                " AND datname = %s ORDER BY pid",
                (self.service.settings.database_url.rpartition("/")[2],),
            ).fetchall()
            if rows:
                os.kill(self.random.choice(rows)[0], signal.SIGKILL)
