"""The hall's Wi-Fi at its worst: a proxy between tablets and service that loses, duplicates, delays and reorders.

It handles whole messages, so that each request has one fate:

- ``lost``: the request never arrives, and the connection breaks.
- ``unanswered``: the service has processed it, and the answer is lost.
- ``twice``: the request arrives twice at the same time; one of the two answers comes back.
- ``again``: it is answered, and a copy arrives some time later.
- ``late``: the connection breaks, and the request arrives some time later, possibly after its own retry.
- ``slow``: it is delayed a little, and so is everything after it on the connection.
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
READING_FATES = ("lost", "unanswered", "slow")
"""The fates of requests that only read."""
SLOW, LATE = (0.2, 3.0), (1.0, 40.0)
"""Seconds of a real hall, minimum and maximum."""


class Timing(NamedTuple):
    """When a report was sent and answered, by `time.monotonic`, and the status of the answer."""

    began: float
    ended: float
    status: int


class Network:
    """Forwards requests from its own port to the service.

    ``harm``: the share of writing requests that are harmed, a third of that for reading ones; 0 makes it a good
    network; ``pace``: see `tests.chaos.insist.Participant`; ``fates``: counts by fate; ``timings``: of the reports.
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
        """Start the proxy."""
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0, limit=2**24)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Stop the proxy and drop all requests that are still delayed."""
        assert self._server is not None
        self._server.close()
        under_way = [*self._under_way]
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)

    async def settled(self) -> None:
        """Wait until all late requests have been delivered."""
        while late := [task for task in self._under_way if task.get_name() == "late"]:
            await asyncio.wait(late)

    # -- a connection

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._under_way.add(task)
        far = Line(self.target)
        try:
            with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):  # either side may disconnect
                while (request := await read(reader)) is not None:
                    answer = await self._answered(far, request)
                    if answer is None:
                        break
                    writer.write(answer.raw)
                    await writer.drain()
        finally:
            self._under_way.discard(task)
            writer.close()
            await far.disconnect()

    async def _answered(self, far: Line, request: Message) -> Message | None:
        """Forward a request according to its fate; returns the answer, or None if the connection is to break."""
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
            await other.disconnect()
            return self.random.choice(answers)
        answer = await self._through(far, request)
        return None if fate == "unanswered" else answer

    def fate(self, request: Message) -> str:
        """Choose the fate of a request."""
        reads = request.first.startswith("GET ")
        if self.random.random() >= self.harm / (3 if reads else 1):
            return "through"
        return self.random.choice(READING_FATES if reads else FATES)

    async def _through(self, far: Line, request: Message) -> Message | None:
        """Forward a request to the service and return its answer."""
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
            await line.disconnect()

        task = asyncio.create_task(wait(), name="late")
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
