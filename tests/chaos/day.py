"""The day: everybody works amid constant trouble, then all answers are awaited, and the database is verified."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from referee.core.database.migrate import upgrade
from referee.core.settings import Settings
from tests.chaos import hall as halls
from tests.chaos.desk import Arbiter
from tests.chaos.hall import Hall, Round, Table
from tests.chaos.http import Line
from tests.chaos.insist import Participant
from tests.chaos.journal import Journal
from tests.chaos.network import Network
from tests.chaos.service import PATIENCE, NotRecovered, Service
from tests.chaos.staff import Organizer, Printer, Scorer, Visitor
from tests.chaos.tablet import Tablet
from tests.chaos.trouble import Trouble
from tests.chaos.verify import Shown, faults
from tests.referee.support import postgresql


class Plan(NamedTuple):
    """How long and how hard.  ``seconds``: of play, shared by the ``rounds``; if ``troubles`` is set, play goes on
    until there were that many; ``harm``: the share of writing requests that the network harms; ``kinds``, ``calm``
    and ``haste``: see `Trouble`; ``between_prints``: in seconds of a real hall.
    """

    tables: int = 30
    rounds: int = 1
    seconds: float = 60.0
    troubles: int = 0
    pace: float = 10.0
    seed: int = 0
    workers: int = 1
    harm: float = 0.15
    kinds: tuple[str, ...] = ()
    calm: float = 6.0
    haste: float = 0.15
    between_prints: float = 60.0


class Day:
    """A day.  ``faults``: everything found wrong; ``tablets``: those of all rounds so far."""

    def __init__(
        self,
        plan: Plan,
        settings: Settings,
        folder: Path,
        database: postgresql.Server | None = None,
    ) -> None:
        self.plan = plan
        self.settings = settings
        self.folder = folder
        self.journal = Journal(folder)
        self.service = Service(settings, folder, plan.workers)
        self.network = Network(self.service.port, self.random_for("network"), plan.harm, plan.pace)
        self.trouble = Trouble(
            self.service,
            database,
            self.journal,
            self.random_for("trouble"),
            self.answered,
            plan.kinds,
            plan.calm,
            plan.haste,
        )
        self.tablets: list[Tablet] = []
        self.staff: list[Participant] = []
        self.faults: list[str] = []
        self.hall: Hall | None = None
        self.shown: dict[str, Shown] = {}
        self.up: set[str] = set()
        self._at_work: list[asyncio.Task[None]] = []

    def answered(self) -> int:
        """The number of reports answered so far."""
        return len(self.journal.entries)

    def random_for(self, whose: str) -> Random:
        """A separate random generator for each participant, derived from the seed."""
        return Random(f"{self.plan.seed} {whose}")

    async def run(self) -> None:
        """Run the whole day."""
        with closing(self.journal):
            await self._run()

    async def _run(self) -> None:
        upgrade(self.settings.database_url)
        token = halls.administrator(self.settings)
        try:
            await self.service.start()
            await self.network.open()
            plan = self.plan
            self.hall = await halls.new_hall(self.settings, self.service.port, token, plan.tables, plan.rounds)
            await self.play_rounds(self.hall)
            self.network.harm = 0.0
            self.shown = {table.id: await self.show(table) for each in self.hall.rounds for table in each.tables}
        except NotRecovered as error:
            self.journal.fault(str(error))
        finally:
            for task in self._at_work:
                task.cancel()
            await asyncio.gather(*self._at_work, return_exceptions=True)
            await asyncio.gather(*(each.leave() for each in self.staff))
            await self.network.close()
            left = await self.service.stop()
        for each in left:
            self.journal.fault(f"process {each.pid} is left over: {each.command}")
        if self.hall is not None:
            self.faults = faults(self.settings, self.hall, self.journal, self.shown, self.up)

    def new_participant(self, kind: Callable[..., Any], name: str, token: str | None, *before: Any) -> Any:
        """Create a person or device that works in the hall."""
        person = kind(*before, name, self.network.port, token, self.journal, self.random_for(name), self.plan.pace)
        self.staff.append(person)
        return person

    def work(self, what: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run somebody's work as a task; an exception in it is recorded as a fault."""
        task = asyncio.create_task(what)
        self._at_work.append(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            self.journal.fault(f"chaos itself has broken: {error!r}")

    async def play_rounds(self, hall: Hall) -> None:
        """Play the rounds one after another, with constant trouble until play in the last one is over."""
        tokens = hall.tokens
        organizer = self.new_participant(Organizer, "organizer", tokens["organizer"])
        head_judge = self.new_participant(Participant, "head-judge", tokens["head_judge"])
        arbiter = self.new_participant(Arbiter, "arbiter", tokens["arbiter"], hall, head_judge)
        second = self.new_participant(Participant, "second-scorer", tokens["second"])
        scorer = self.new_participant(Scorer, "first-scorer", tokens["first"], second)
        self.printer = self.new_participant(Printer, "printer", tokens["organizer"], hall, self.plan.between_prints)
        self.trouble.playing = lambda: any(each.playing for each in self.tablets)
        self.trouble.printing = self.printer.wanted.set
        self.visitor = self.new_participant(Visitor, "visitor", None, hall)
        answering = self.work(arbiter.work())
        background = [self.work(self.printer.work()), self.work(self.visitor.work())]
        began, played = time.monotonic(), False
        trouble = self.work(self.trouble.keep_troubling(lambda: played or self.enough_troubles))
        for number, round_ in enumerate(hall.rounds, 1):
            until = began + self.plan.seconds * number / len(hall.rounds)
            tablets = await self.play(round_, organizer, until, trouble)
            played = number == len(hall.rounds)
            if played:
                await self.over(trouble)
            await self.wait_until_answered(tablets)
            await asyncio.gather(*(scorer.enter(table) for table in round_.tables))
            await organizer.close(round_)
        arbiter.ended = True
        await self.over(answering)
        await self.network.settled()
        for each in background:
            each.cancel()

    @property
    def enough_troubles(self) -> bool:
        """Whether the planned number of troubles, if there is one, has been reached."""
        return 0 < self.plan.troubles <= len(self.trouble.happened)

    async def play(
        self, round_: Round, organizer: Organizer, until: float, trouble: asyncio.Task[None]
    ) -> list[Tablet]:
        """Play a round, from the start of its clock until its time is up at every table, and return its tablets."""
        tablets = [
            self.new_participant(Tablet, f"t{round_.number}-{table.number:03}", table.token, table)
            for table in round_.tables
        ]
        self.tablets += tablets
        await organizer.move(round_, "start")
        for each in tablets:
            for what in (each.play, each.send, each.look, each.call):
                self.work(what())
        middle = (time.monotonic() + until) / 2
        await self.wait_until(lambda: time.monotonic() > middle, trouble)
        await organizer.move(round_, "pause")
        callers = self.random_for(f"callers {round_.number}").sample(tablets, min(2, len(tablets)))
        await asyncio.gather(*(each.call_once() for each in callers))
        await organizer.move(round_, "start")
        await self.wait_until(lambda: time.monotonic() > until and (trouble.done() or not self.plan.troubles), trouble)
        await organizer.move(round_, "extend")
        self.up |= {table.id for table in round_.tables}
        await self.trouble.power_cut()  # just before every clock runs out
        await self.wait_until(
            lambda: all(each.is_time_up for each in tablets), trouble, "the time is not up at every table"
        )
        for each in tablets:
            each.playing = False
        return tablets

    async def wait_until(self, true: Callable[[], bool], trouble: asyncio.Task[None], late: str = "") -> None:
        """Wait until a condition is true; with ``late``, a message, only for `PATIENCE`.  Raises `NotRecovered`."""
        end = time.monotonic() + PATIENCE
        while not true():
            if trouble.done() and not trouble.cancelled() and (error := trouble.exception()) is not None:
                raise NotRecovered(f"no more trouble can be made: {error!r}")
            if late and time.monotonic() > end:
                raise NotRecovered(late)
            await asyncio.sleep(0.05)

    async def over(self, task: asyncio.Task[None]) -> None:
        """Wait for a task to end.  Raises `NotRecovered` if it takes too long."""
        done, _ = await asyncio.wait([task], timeout=2 * PATIENCE)
        if not done:
            raise NotRecovered("somebody is not answered for good")
        await task

    async def wait_until_answered(self, tablets: list[Tablet]) -> None:
        """Wait until every report is answered, with the network still bad.  Raises `NotRecovered`."""
        end = time.monotonic() + PATIENCE
        while any(each.waiting for each in tablets):
            if time.monotonic() > end:
                raise NotRecovered(f"{sum(len(each.waiting) for each in tablets)} reports are never answered")
            await asyncio.sleep(0.05)

    async def show(self, table: Table) -> Shown:
        """Fetch what the service shows of a table."""
        assert self.hall is not None
        line = Line(self.service.port, self.hall.tokens["organizer"])
        entries: list[dict[str, Any]] = []
        after: int | None = 0
        while after is not None:
            page = await line.ask("GET", f"/tables/{table.id}/entries?since={after}&limit=200", patience=60)
            assert page is not None and page.status == 200, page
            entries += page.json["rows"]
            after = page.json["next"]
        state = await line.ask("GET", f"/tables/{table.id}", patience=60)
        assert state is not None and state.status == 200, state
        await line.disconnect()
        return Shown(entries, state.json["position"])
