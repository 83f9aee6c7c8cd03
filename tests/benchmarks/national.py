"""``python3 dev.py bench national``: ten venues with 300 tables, several processes of the service on one PostgreSQL.

Every table reports at the pace of a tournament, then ten times as fast, and polls every two seconds; phones and
projectors watch in proportion, one desk per venue follows all its tables, and its notices change the pages.  Then
the rate of reports is raised until the service bends, that is, is overloaded; then the rate of everything, as if there
were more tables with their watchers, which shows how many tables one machine can serve; and again with the watchers
behind a proxy (nginx, if installed) that caches the public pages for two seconds.  Times are measured from when a
request was due.  The load runs on the same machine, and what it uses is printed.  ``--tables 30 --minutes 0.5`` for
less; ``--processes``.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import psycopg

from referee.core.database.migrate import upgrade
from referee.core.settings import from_environment
from tests.benchmarks.crowd import VENUES, Crowd, Pace, Seen
from tests.benchmarks.hall import quantile
from tests.benchmarks.moves import processor_seconds, run_service
from tests.benchmarks.options import Options
from tests.benchmarks.proxy import caching_proxy
from tests.benchmarks.results import Result, number
from tests.referee.support import postgresql

TABLES = 300
PROCESSES = 4
MINUTES = 5.5
"""The time for all stages together; set-up takes another minute."""
WARMING, LONG, STEP = 1 / 24, 1 / 6, 1 / 24
"""Fractions of the minutes: warming up, the two paces, and each of the steps until it bends."""
STEPS = 7
FASTER = 1.5
LATE = 250.0
"""Milliseconds at p99 above which judges have to wait, so that it has bent."""
ANSWERED = 0.95
"""The share of due reports that must be answered, or else it has bent."""
BUSY = 0.9
"""The share of the machine's processors in use above which they are the bottleneck."""
WAITS = """SELECT coalesce(wait_event_type || ' ' || wait_event, 'working') FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active'"""
OPEN = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
LOOK_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class Work:
    """Processor time spent so far, in seconds, by whom; ``at``: the time of measurement."""

    service: float
    postgresql: float
    load: float
    idle: float
    at: float


@dataclass(frozen=True, slots=True)
class Stage:
    """The result of a stage.  Times in ms; ``service``, ``postgresql``, ``load``, ``others``: the number of processors
    that each kept busy; ``busy``: the share of all processors in use; ``answered``: the share of due reports;
    ``lag``: of the load generator itself at p99; ``waits``: what PostgreSQL's busy connections mostly waited for.
    """

    name: str
    pace: Pace
    rate: float
    p50: float
    p99: float
    looks: float
    glances: float
    errors: tuple[str, ...]
    answered: float
    service: float
    postgresql: float
    load: float
    others: float
    busy: float
    lag: float
    waits: str

    @property
    def bent(self) -> bool:
        """Whether judges had to wait, or got no answers."""
        return self.p99 > LATE or self.answered < ANSWERED or bool(self.errors)

    def cells(self) -> dict[str, str]:
        """The table cells of the stage, by column."""
        return {
            "stage": self.name,
            "reports/s": number(self.rate),
            "report p50 / p99": f"{self.p50:.0f} / {self.p99:.0f} ms",
            "look p99": f"{self.looks:.0f} ms",
            "phone p99": f"{self.glances:.0f} ms",
            "errors": str(len(self.errors)),
            "processors: service / PostgreSQL / load / others": " / ".join(
                f"{each:.2f}" for each in (self.service, self.postgresql, self.load, self.others)
            ),
            "machine": f"{100 * self.busy:.0f} %",
            "bends": "yes" if self.bent else "no",
        }

    def bottleneck(self, processes: int) -> str:
        """The bottleneck, in words."""
        users = {
            "the service": self.service,
            "PostgreSQL": self.postgresql,
            "the load": self.load,
            "other programs": self.others,
        }
        if self.load > BUSY or (self.lag > LATE / 2 and self.busy < BUSY):
            return "the load generator itself, which needs another machine"
        if self.busy > BUSY:
            shares = (f"{name} {100 * used / (os.cpu_count() or 1):.0f} %" for name, used in users.items())
            return f"the processors ({', '.join(shares)})"
        if self.service > BUSY * processes:
            return "the service's processes, each of which runs on one processor at a time"
        return f"PostgreSQL, whose connections wait for {self.waits}"


class Machine:
    """Monitors who uses the processors, and what PostgreSQL waits for."""

    def __init__(self, service: int, server: postgresql.Server, url: str) -> None:
        self._service = service
        self._server = int((server.folder / "data" / "postmaster.pid").read_text().split()[0])
        self._url = url
        self.waits: Counter[str] = Counter()
        self.connections = 0

    def work(self) -> Work:
        """The processor time spent so far."""
        return Work(
            processor_seconds(self._service),
            processor_seconds(self._server),
            time.process_time(),
            idle_seconds(),
            time.monotonic(),
        )

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Sample PostgreSQL's connections for the duration of the block."""
        stop = threading.Event()

        def look() -> None:
            with psycopg.connect(self._url, autocommit=True) as connection:
                while not stop.wait(LOOK_SECONDS):
                    self.waits.update(event for (event,) in connection.execute(WAITS))
                    ((count,),) = connection.execute(OPEN).fetchall()
                    self.connections = max(self.connections, count)

        thread = threading.Thread(target=look, daemon=True)
        thread.start()
        try:
            yield
        finally:
            stop.set()
            thread.join()


def idle_seconds() -> float:
    """The idle time of all processors in seconds, including waiting for disks."""
    fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()
    return (int(fields[4]) + int(fields[5])) / os.sysconf("SC_CLK_TCK")


class Day:
    """The stages of a day."""

    def __init__(self, crowd: Crowd, machine: Machine, minutes: float) -> None:
        self._crowd = crowd
        self._machine = machine
        self._seconds = 60 * minutes
        self.stages: list[Stage] = []

    async def live(self, port: int, proxy: int | None) -> None:
        """Run all stages.  ``proxy``: the port of a caching proxy, or None."""
        await self._crowd.stage(Pace(1, 1, WARMING * self._seconds))
        await self._stage("tournament pace", Pace(1, 1, LONG * self._seconds))
        ten = await self._stage("reports × 10", Pace(10, 1, LONG * self._seconds))
        await self._climb(10, ten.bent, lambda factor: (f"reports × {factor:.3g}", factor, 1))
        await self._climb(1, self.stages[0].bent, lambda factor: (f"tables × {factor:.3g}", 1, factor))
        if proxy is not None:
            self._crowd.move_watchers(proxy)
            most = max(stage.pace.days for stage in self.stages)
            await self._stage("tournament pace, proxy", Pace(1, 1, LONG * self._seconds, proxied=True))
            if most > 1:
                await self._stage(f"tables × {most:.3g}, proxy", Pace(1, most, LONG * self._seconds, proxied=True))

    async def _climb(self, first: float, bent: bool, at: Callable[[float], tuple[str, float, float]]) -> None:
        """Go faster until it bends; or, if it has already bent, slower until it does not."""
        for step in range(1, STEPS + 1):
            name, haste, days = at(first * FASTER ** (-step if bent else step))
            stage = await self._stage(name, Pace(haste, days, STEP * self._seconds))
            if stage.bent != bent:
                return

    async def _stage(self, name: str, pace: Pace) -> Stage:
        before, started = self._machine.work(), len(self.stages)
        self._machine.waits.clear()
        seen = await self._crowd.stage(pace)
        self.stages.append(self._stage_of(name, pace, seen, before, self._machine.work()))
        print("  " + "  ".join(self.stages[started].cells().values()), flush=True)
        return self.stages[started]

    def _stage_of(self, name: str, pace: Pace, seen: Seen, before: Work, after: Work) -> Stage:
        took, cores = after.at - before.at, os.cpu_count() or 1
        service, database, load, idle = (
            (getattr(after, each) - getattr(before, each)) / took for each in ("service", "postgresql", "load", "idle")
        )
        waits = [event for event, _ in self._machine.waits.most_common(2)]
        return Stage(
            name,
            pace,
            rate=len(seen.reports) / took,
            p50=quantile(seen.reports, 0.5),
            p99=quantile(seen.reports, 0.99),
            looks=quantile(seen.looks, 0.99),
            glances=quantile(seen.glances, 0.99),
            errors=tuple(seen.wrong),
            answered=len(seen.reports) / max(1.0, len(seen.reports) + seen.left),
            service=service,
            postgresql=database,
            load=load,
            others=max(0.0, cores - idle - service - database - load),
            busy=1 - idle / cores,
            lag=quantile(seen.lags, 0.99),
            waits=" and ".join(waits) or "nothing",
        )


def notes(day: Day, crowd: Crowd, machine: Machine, processes: int) -> tuple[str, ...]:
    lost, doubled = crowd.wrong_logs()
    reports = sum(each.base for each in crowd.tables)
    lines = [
        f"{VENUES} venues, {len(crowd.tables)} tables, {len(crowd.watchers)} phones and projectors, a desk a venue"
        f"; {crowd.connections} connections to {processes} processes of the service,"
        f" which had {machine.connections} to PostgreSQL.",
        f"{reports:,} reports were acknowledged; {lost} are lost, {doubled} doubled.",
    ]
    hasty = [each for each in day.stages if each.pace.days == 1 and not each.pace.proxied]
    whole = [each for each in day.stages if each.pace.haste == 1 and not each.pace.proxied]
    for stages, what in ((hasty, "Reports alone"), (whole, "Tables with all who watch them")):
        stages.sort(key=lambda each: (each.pace.haste, each.pace.days))
        held = next((each for each in reversed(stages) if not each.bent), None)
        bent = next((each for each in stages if each.bent), None)
        if held:
            carried = len(crowd.tables) * held.pace.days
            tables = f": {carried:.0f} tables" if stages is whole else f": {held.rate:.0f} a second"
            lines.append(f"{what} are carried up to “{held.name}”{tables}.")
        lines.append(
            f"{what} bend at “{bent.name}”: {bent.bottleneck(processes)}." if bent else f"{what} did not bend."
        )
    lines += [f"Wrong: {each}." for each in dict.fromkeys(each for stage in day.stages for each in stage.errors)][:3]
    return tuple(lines)


def measure(options: Options) -> Result:
    processes = options.processes or PROCESSES
    with postgresql.server(durable=True) as server, tempfile.TemporaryDirectory(prefix="referee-bench-") as folder:
        url = server.fresh("national")
        settings = from_environment({**os.environ, "REFEREE_DATA": folder, "REFEREE_DATABASE_URL": url})
        upgrade(settings.database_url)
        crowd = Crowd(settings, options.tables or TABLES, Random(3))
        command = ("referee.cli", "serve", "--workers", str(processes))
        with run_service(command, settings, REFEREE_BEHIND_PROXY="1") as ours:
            crowd.arrive(ours.port)
            machine = Machine(ours.pid, server, url)
            day = Day(crowd, machine, options.minutes or MINUTES)
            with machine.watched(), caching_proxy(ours.port) as proxy:
                asyncio.run(day.live(ours.port, proxy))
        return Result("national", tuple(day.stages), notes(day, crowd, machine, processes))
