"""A client that retries until it gets an answer, for use on a bad network."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

from tests.chaos.http import Line, Message
from tests.chaos.journal import Journal

LEAST_WAIT, MOST_WAIT = 0.5, 10.0
"""Exponential backoff between retries, in seconds of a real hall, as on the tablet."""
Headers = Mapping[str, str] | None


class Participant:
    """A person or a device at work: sends requests through the network and retries if no answer comes.

    ``pace``: how many times faster than in a real hall everything happens; ``retries``: counts retries.
    """

    def __init__(self, name: str, port: int, token: str | None, journal: Journal, random: Random, pace: float) -> None:
        self.name = name
        self.line = Line(port, token)
        self.journal = journal
        self.random = random
        self.pace = pace
        self.retries: Counter[str] = Counter()
        self._ids = 0

    async def leave(self) -> None:
        """Close the connection for good."""
        await self.line.disconnect()

    def new_id(self) -> str:
        """A client id for something to be sent."""
        self._ids += 1
        return f"{self.name}-{self._ids:05}"

    async def rest(self, seconds: float) -> None:
        """Wait for about so many seconds of a real hall."""
        await asyncio.sleep(seconds * self.random.uniform(0.5, 1.5) / self.pace)

    async def try_once(self, method: str, path: str, body: Any = None, headers: Headers = None) -> Message | None:
        """Send a request once; None if no answer came, or only one that says to retry (429, 5xx).

        A status of 500 is recorded as a fault of the service.
        """
        answer = await self.line.ask(method, path, body, headers)
        if answer is not None and answer.status == 500:
            self.journal.fault(f"{method} {path} was answered with 500: {answer.body[:300]!r}")
        return None if answer is None or answer.status == 429 or answer.status >= 500 else answer

    async def insist(self, method: str, path: str, body: Any = None, headers: Headers = None) -> Message:
        """Retry a request until it is answered."""
        wait = LEAST_WAIT
        while (answer := await self.try_once(method, path, body, headers)) is None:
            self.retries[method] += 1
            await self.rest(wait)
            wait = min(MOST_WAIT, 2 * wait)
        return answer

    async def done(self, what: str, path: str, body: Any = None, *, fine: str = "") -> Any:
        """Retry a POST until it is answered, and return the JSON; None for a problem.

        Problems other than those in ``fine``, codes separated by spaces, are recorded as faults.
        """
        answer = await self.insist("POST", path, body)
        if answer.status < 300:
            return answer.json
        if answer.code not in fine.split():
            self.journal.fault(f"{what}: POST {path} {body} was answered with {answer.status} {answer.body[:400]!r}")
        return None
