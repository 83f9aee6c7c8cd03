"""The honest ones during an attack: a table's tablet that reports, and others who read, at a steady pace.

What they measure is what the hall feels: how long somebody waited for an answer.
"""

from __future__ import annotations

import http.client
import json
import random
import statistics
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

import rulesets
from tests.attack.attack import Broken
from tests.attack.client import request
from tests.attack.hall import OTHER, Hall
from tests.referee.support.running import Answer

REPORT_PACE = 0.5
READ_PACE = 0.2
"""Seconds between two requests."""
PATIENCE = 10.0
"""Seconds after which somebody honest tries again, as a tablet does."""
MOST_WAIT = 20.0
"""Seconds within which a few answers must come to everybody while something is kept up against the service."""
GAME = 400
"""Reports of the game that is reported."""
AGAIN = frozenset({429, 502, 503, 504})
"""Answers after which a tablet tries again by itself."""


@cache
def game(seed: int = 3) -> tuple[dict[str, Any], ...]:
    """The reports of a random game of the hall's ruleset, all of them in order."""
    chance = random.Random(seed)
    ruleset = rulesets.load("jma-2006")
    state = ruleset.start(["A", "B", "C", "D"])
    accepted: list[dict[str, Any]] = []
    while len(accepted) < GAME and not ruleset.over(state):
        report = ruleset.mechanics.propose(state, chance, hurry=False)
        if report.get("type") in ("ruling", "retract", "time_up"):
            continue
        answer = ruleset.judge(state, report)
        if answer.accepted:
            accepted.append(json.loads(json.dumps(report)))
            state = answer.game
    return tuple(accepted)


class Honest:
    """Somebody who asks for one thing after another.

    ``longest``: the longest that an answer took, tries and all, in seconds; ``took``: what each did; ``wrong``: answers
    that nobody honest should get.
    """

    def __init__(
        self, hall: Hall, pace: float, ask: Callable[[http.client.HTTPConnection, int], Answer | None]
    ) -> None:
        self.hall = hall
        self.pace = pace
        self.took: list[float] = []
        self.wrong: list[str] = []
        self._ask = ask
        self._since: float | None = None
        self._longest = 0.0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._go, daemon=True)
        self._thread.start()

    @property
    def longest(self) -> float:
        """The longest wait so far, the one under way among them."""
        since = self._since
        return max(self._longest, time.monotonic() - since if since is not None else 0.0)

    def answered(self, count: int, seconds: float) -> bool:
        """Wait for so many more answers, but not for longer than some seconds; whether they came."""
        wanted, until = len(self.took) + count, time.monotonic() + seconds
        while len(self.took) < wanted and time.monotonic() < until and not self._over.is_set():
            time.sleep(0.02)
        return len(self.took) >= wanted

    def stop(self) -> None:
        """Ask no more."""
        self._over.set()
        self._thread.join(2 * PATIENCE)

    def _go(self) -> None:
        connection = self.hall.site.connection(seconds=PATIENCE)
        number = 0
        while not self._over.is_set():
            began = self._since = time.monotonic()
            while not self._over.is_set():
                try:
                    answer = self._ask(connection, number)
                except (OSError, http.client.HTTPException):
                    connection.close()
                    self._over.wait(0.1)
                    continue
                if answer is None:
                    return
                if answer.status not in AGAIN:
                    if answer.status >= 400:
                        self.wrong.append(f"{answer.status} {answer.body[:150]!r}")
                    self.took.append(time.monotonic() - began)
                    break
                self._over.wait(0.2)
            self._longest = max(self._longest, time.monotonic() - began)  # in vain, perhaps
            self._since = None
            number += 1
            self._over.wait(self.pace)
        with suppress(OSError):
            connection.close()


class Company:
    """The honest ones of a hall, from the block's beginning to its end."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.table = hall.table(hall.other_round)
        self.token = hall.device(self.table)
        self.acknowledged = 0

    def __enter__(self) -> Company:
        self.tablet = Honest(self.hall, REPORT_PACE, self._report)
        self.readers = Honest(self.hall, READ_PACE, self._read)
        self.hall.goes_on, self.hall.median = self.go_on, lambda: self.median
        return self

    def __exit__(self, *_: object) -> None:
        for each in self.all:
            each.stop()

    @property
    def all(self) -> tuple[Honest, Honest]:
        """Both of them."""
        return self.tablet, self.readers

    def _report(self, connection: http.client.HTTPConnection, number: int) -> Answer | None:
        reports = game()
        if number >= len(reports):
            return None
        body = {"client_id": f"honest-{number:04}", "base": number, "report": reports[number]}
        answer = request(connection, "POST", f"/api/v1/tables/{self.table}/entries", body, self.token)
        if answer.status == 201:
            self.acknowledged = number + 1
        return answer

    def _read(self, connection: http.client.HTTPConnection, number: int) -> Answer:
        if number % 2:
            path = f"/api/v1/tables/{self.table}/entries?since={max(0, self.acknowledged - 2)}"
            return request(connection, "GET", path, None, self.token)
        connection.close()  # a spectator comes anew
        return request(connection, "GET", f"/p/{OTHER}")

    def go_on(self) -> None:
        """Wait until everybody has been answered a few times more.  Raises `Broken` where they are not."""
        until = time.monotonic() + MOST_WAIT
        for each in self.all:
            if not each.answered(3, until - time.monotonic()):
                raise Broken(f"the honest got fewer than three answers meanwhile, in {MOST_WAIT:.0f} s")

    def settle(self, seconds: float) -> bool:
        """Wait until everybody has been answered once more, but not for longer than so; whether they were."""
        return all(each.answered(2, seconds) for each in self.all)

    @property
    def silence(self) -> float:
        """The longest that anybody has waited."""
        return max(each.longest for each in self.all)

    @property
    def median(self) -> float:
        """What a report usually took."""
        return statistics.median(self.tablet.took) if self.tablet.took else self.tablet.longest

    @property
    def wrong(self) -> list[str]:
        """Answers that nobody honest should get."""
        return [fault for each in self.all for fault in each.wrong]

    def lost(self) -> str | None:
        """What is wrong with the log of the tablet's table: reports that were answered and are not there, or twice."""
        logged = [entry["client_id"] for entry in self.hall.log(self.table)]
        wanted = [f"honest-{number:04}" for number in range(len(logged))]
        if logged != wanted or len(logged) < self.acknowledged:
            return f"{self.acknowledged} reports were acknowledged, the log has {len(logged)}, or others"
        return None
