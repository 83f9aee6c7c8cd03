"""Asking until there is an answer, as everybody does whose Wi-Fi is bad."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

from tests.chaos.http import Line, Message
from tests.chaos.journal import Journal

LEAST_WAIT, MOST_WAIT = 0.5, 10.0
"""Seconds between two attempts in a real hall, doubled each time, as on the tablet."""
Headers = Mapping[str, str] | None


class Somebody:
    """A person or a device at work: asks through the network, and again where no answer comes.

    ``pace``: how many times as quick as in a real hall everything goes; ``again`` counts requests that were sent anew.
    """

    def __init__(self, name: str, port: int, token: str | None, journal: Journal, random: Random, pace: float) -> None:
        self.name = name
        self.line = Line(port, token)
        self.journal = journal
        self.random = random
        self.pace = pace
        self.again: Counter[str] = Counter()
        self._ids = 0

    async def leave(self) -> None:
        """Hang up, for good."""
        await self.line.gone()

    def new_id(self) -> str:
        """A name for something that is sent."""
        self._ids += 1
        return f"{self.name}-{self._ids:05}"

    async def rest(self, seconds: float) -> None:
        """Do nothing for about so many seconds of a real hall."""
        await asyncio.sleep(seconds * self.random.uniform(0.5, 1.5) / self.pace)

    async def once(self, method: str, path: str, body: Any = None, headers: Headers = None) -> Message | None:
        """An answer of the service itself, or None where none came, or one that says that it is away for now.

        An answer 500 is a fault of the service, and noted.
        """
        answer = await self.line.ask(method, path, body, headers)
        if answer is not None and answer.status == 500:
            self.journal.fault(f"{method} {path} was answered with 500: {answer.body[:300]!r}")
        return None if answer is None or answer.status == 429 or answer.status >= 500 else answer

    async def insist(self, method: str, path: str, body: Any = None, headers: Headers = None) -> Message:
        """The answer, whenever it comes."""
        wait = LEAST_WAIT
        while (answer := await self.once(method, path, body, headers)) is None:
            self.again[method] += 1
            await self.rest(wait)
            wait = min(MOST_WAIT, 2 * wait)
        return answer

    async def done(self, what: str, path: str, body: Any = None, *, fine: str = "") -> Any:
        """What a POST gives that is sent until it is answered; None for a problem among ``fine``, codes with spaces
        between them; any other is noted as a fault.
        """
        answer = await self.insist("POST", path, body)
        if answer.status < 300:
            return answer.json
        if answer.code not in fine.split():
            self.journal.fault(f"{what}: POST {path} {body} was answered with {answer.status} {answer.body[:400]!r}")
        return None
