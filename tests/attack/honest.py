"""Honest clients during an attack: a tablet that reports and a spectator who reads, at a steady pace.

They measure what the people in the hall would notice: how long they wait for answers.
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
from rulesets.reports import as_report
from tests.attack.attack import Broken
from tests.attack.client import request
from tests.attack.hall import OTHER, Hall
from tests.referee.support.running import Answer

REPORT_PACE = 0.5
READ_PACE = 0.2
"""Seconds between two requests."""
PATIENCE = 10.0
"""Seconds after which an honest client retries, as a tablet does."""
MOST_WAIT = 20.0
"""Seconds within which every honest client must get a few answers during an attack."""
GAME = 400
"""The number of reports of the tablet's game."""
AGAIN = frozenset({429, 502, 503, 504})
"""Statuses after which a tablet retries by itself."""


@cache
def game(seed: int = 3) -> tuple[dict[str, Any], ...]:
    """The reports of a random game under jma-2006, all of them accepted."""
    chance = random.Random(seed)
    ruleset = rulesets.load("jma-2006")
    state = ruleset.start(["A", "B", "C", "D"])
    accepted: list[dict[str, Any]] = []
    while len(accepted) < GAME and not ruleset.over(state):
        report = ruleset.mechanics.propose(state, chance, hurry=False)
        if report.get("type") in ("ruling", "retract", "time_up"):
            continue
        answer = ruleset.judge(state, as_report(report))
        if answer.accepted:
            accepted.append(json.loads(json.dumps(report)))
            state = answer.game
    return tuple(accepted)


class HonestClient:
    """A client that sends one request after another.

    ``longest``: the longest wait for an answer including retries, in seconds; ``took``: all waits; ``wrong``: error
    responses that an honest client should not get.
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
        """The longest wait so far, including the current one."""
        since = self._since
        return max(self._longest, time.monotonic() - since if since is not None else 0.0)

    def answered(self, count: int, seconds: float) -> bool:
        """Wait for so many more answers, at most so many seconds, and return whether they came."""
        wanted, until = len(self.took) + count, time.monotonic() + seconds
        while len(self.took) < wanted and time.monotonic() < until and not self._over.is_set():
            time.sleep(0.02)
        return len(self.took) >= wanted

    def stop(self) -> None:
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
            self._longest = max(self._longest, time.monotonic() - began)  # even if no answer came
            self._since = None
            number += 1
            self._over.wait(self.pace)
        with suppress(OSError):
            connection.close()


class HonestClients:
    """The honest clients of a hall, at work for the duration of the block."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.table = hall.table(hall.other_round)
        self.token = hall.device(self.table)
        self.acknowledged = 0

    def __enter__(self) -> HonestClients:
        self.tablet = HonestClient(self.hall, REPORT_PACE, self._report)
        self.readers = HonestClient(self.hall, READ_PACE, self._read)
        self.hall.await_honest, self.hall.median = self.go_on, lambda: self.median
        return self

    def __exit__(self, *_: object) -> None:
        for each in self.all:
            each.stop()

    @property
    def all(self) -> tuple[HonestClient, HonestClient]:
        """Both clients."""
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
        connection.close()  # spectators open new connections
        return request(connection, "GET", f"/p/{OTHER}")

    def go_on(self) -> None:
        """Wait until every client has got a few more answers.  Raises `Broken` if that takes too long."""
        until = time.monotonic() + MOST_WAIT
        for each in self.all:
            if not each.answered(3, until - time.monotonic()):
                raise Broken(f"the honest got fewer than three answers meanwhile, in {MOST_WAIT:.0f} s")

    def settle(self, seconds: float) -> bool:
        """Wait until every client has got two more answers, at most so many seconds each; returns whether they did."""
        return all(each.answered(2, seconds) for each in self.all)

    @property
    def silence(self) -> float:
        """The longest wait of any client, in seconds."""
        return max(each.longest for each in self.all)

    @property
    def median(self) -> float:
        """The median wait for the answer to a report, in seconds."""
        return statistics.median(self.tablet.took) if self.tablet.took else self.tablet.longest

    @property
    def wrong(self) -> list[str]:
        """Error responses that an honest client should not get."""
        return [fault for each in self.all for fault in each.wrong]

    def lost(self) -> str | None:
        """Describe what is wrong with the tablet's log, such as acknowledged reports that are missing or duplicated."""
        logged = [entry["client_id"] for entry in self.hall.log(self.table)]
        wanted = [f"honest-{number:04}" for number in range(len(logged))]
        if logged != wanted or len(logged) < self.acknowledged:
            return f"{self.acknowledged} reports were acknowledged, the log has {len(logged)}, or others"
        return None
