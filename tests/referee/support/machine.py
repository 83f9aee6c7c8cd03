"""A simulated machine whose clocks a test controls, with the service on it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from referee.clocks.steps import Ticker
from referee.core.service import Service
from referee.core.steady_clock import Steady
from referee.server.assembly import assemble
from tests.referee.support.world import World

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR


class Machine:
    """A machine whose clocks the test controls, with the world's service on it and further processes of it.

    ``wall``: the wall clock, which can be set; ``passed``: the monotonic clock.  Both in ms.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.wall = world.service.database.now()
        self.passed = 7 * DAY
        self.ticker = self.process(world.service)

    def process(self, service: Service) -> Ticker:
        """Run a service's ticker on this machine's clocks and return it."""
        service.database.clock = Steady(lambda: (self.wall, self.passed))
        service.database.agreed = None
        ticker = Ticker(service)
        ticker.tick()
        return ticker

    @contextmanager
    def another_process(self) -> Iterator[Ticker]:
        """Start another process of the service, or the same one after a restart."""
        service = assemble(self.world.service.settings)
        try:
            yield self.process(service)
        finally:
            service.close()

    def advance(self, minutes: float, *tickers: Ticker) -> None:
        """Let time pass, then run the tickers."""
        self.wall += round(minutes * MINUTE)
        self.passed += round(minutes * MINUTE)
        for ticker in tickers or (self.ticker,):
            ticker.tick()

    def set_wall(self, minutes: float) -> None:
        """Move only the wall clock, as if somebody set it."""
        self.wall += round(minutes * MINUTE)

    def move(self, kind: str, **more: Any) -> None:
        """Change the round's clock: start, stop, extend and so on."""
        body = {"kind": kind, **more}
        answer = self.world.ask("POST", f"/rounds/{self.world.round}/clock", "head_judge", json=body)
        assert answer.status_code == 200, answer.get_data(as_text=True)

    def clock(self) -> dict[str, Any]:
        return dict(self.world.ask("GET", f"/tables/{self.world.table}/clock", "device").get_json())

    def time_ups(self) -> int:
        """How many times the clock has logged that the time is up."""
        rows = self.world.ask("GET", f"/tables/{self.world.table}/entries").get_json()["rows"]
        return sum(row["report"] == {"type": "time_up"} for row in rows)

    @property
    def drift(self) -> int:
        """The service's clock minus the wall clock, in minutes."""
        return round((self.world.service.database.now() - self.wall) / MINUTE)
