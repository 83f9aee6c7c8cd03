"""The hall's Wi-Fi at its worst: between tablets and service, it loses, doubles, delays and reorders.

Every message goes through whole, so that one word says what becomes of it, its fate:

- ``lost``: the request never arrives, and the connection breaks.
- ``unanswered``: the service has acted, and the answer is lost.
- ``twice``: the request arrives twice at the same time; one of the two answers comes back.
- ``again``: it is answered, and a copy arrives some time later.
- ``late``: the connection breaks, and the request arrives some time later, beyond the next ones and its own repetition.
- ``slow``: it waits a little, and so does everything behind it.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from contextlib import suppress
from random import Random
from typing import NamedTuple

from tests.chaos.http import Line, Message, read

FATES = ("lost", "unanswered", "twice", "again", "late", "slow")
OF_READING = ("lost", "unanswered", "slow")
"""What happens to a request that changes nothing."""
SLOW, LATE = (0.2, 3.0), (1.0, 40.0)
"""Seconds of a real hall, from and to."""


class Timing(NamedTuple):
    """How long the service took for a report, by `time.monotonic`, and the status of its answer."""

    began: float
    ended: float
    status: int


class Network:
    """Carries requests from a port of its own to the service's.

    ``harm``: the part of all writing requests to which something happens; 0 makes it a good network; ``pace``: as of
    `tests.chaos.insist.Somebody`.  ``fates`` counts what has happened, ``timings`` are those of the reports.
    """

    def __init__(self, target: int, random: Random, harm: float, pace: float) -> None:
        self.target = target
        self.random = random
        self.harm = harm
        self.pace = pace
        self.fates: Counter[str] = Counter()
        self.timings: list[Timing] = []
        self.port = 0
        self._server: asyncio.Server | None = None
        self._under_way: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Begin to carry."""
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0, limit=2**24)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Carry nothing any more; what is late still comes to nothing."""
        assert self._server is not None
        self._server.close()
        under_way = [*self._under_way]
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)

    async def settled(self) -> None:
        """Wait until nothing is under way that is late."""
        while late := [task for task in self._under_way if task.get_name() == "late"]:
            await asyncio.wait(late)

    # -- a connection

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._under_way.add(task)
        far = Line(self.target)
        try:
            with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):  # either side may break off
                while (request := await read(reader)) is not None:
                    answer = await self._answered(far, request)
                    if answer is None:
                        break
                    writer.write(answer.raw)
                    await writer.drain()
        finally:
            self._under_way.discard(task)
            writer.close()
            await far.gone()

    async def _answered(self, far: Line, request: Message) -> Message | None:
        """What comes back to whoever sent a request; None where the connection breaks."""
        fate = self.fate(request)
        if fate != "through":
            self.fates[fate] += 1
        if fate == "slow":
            await asyncio.sleep(self.random.uniform(*SLOW) / self.pace)
        if fate in ("again", "late"):
            self._later(request)
        if fate in ("lost", "late"):
            return None
        if fate == "twice":
            other = Line(self.target)
            answers = await asyncio.gather(self._through(far, request), self._through(other, request))
            await other.gone()
            return self.random.choice(answers)
        answer = await self._through(far, request)
        return None if fate == "unanswered" else answer

    def fate(self, request: Message) -> str:
        """What becomes of a request."""
        reads = request.first.startswith("GET ")
        if self.random.random() >= self.harm / (3 if reads else 1):
            return "through"
        return self.random.choice(OF_READING if reads else FATES)

    async def _through(self, far: Line, request: Message) -> Message | None:
        """The service's answer."""
        began = time.monotonic()
        answer = await far.send(request.raw, 60)
        if answer is not None and request.first.startswith("POST ") and "/entries " in request.first:
            self.timings.append(Timing(began, time.monotonic(), answer.status))
        return answer

    def _later(self, request: Message) -> None:
        async def wait() -> None:
            await asyncio.sleep(self.random.uniform(*LATE) / self.pace)
            line = Line(self.target)
            await self._through(line, request)
            await line.gone()

        task = asyncio.create_task(wait(), name="late")
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
