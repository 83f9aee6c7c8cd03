"""An event for tests of rulings: two tables are being played, and the pages are served over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any, NamedTuple

from flask import Flask
from werkzeug.serving import make_server

from referee.core.access.guard import COOKIE
from tests.referee.support.cup import Cup
from tests.referee.support.world import World

AUCTION: list[dict[str, Any]] = [
    {"type": "roll", "player": "A", "dice": [1, 2]},
    {"type": "decline", "player": "A"},
    {"type": "bid", "player": "C", "amount": 15},
]
"""The bid of $15 is refused: entry 3."""


class Hall(NamedTuple):
    """An event with two tables being played, and the address of its service."""

    cup: Cup
    site: str

    @property
    def event(self) -> str:
        return f"/events/{self.cup.world.event}"

    def report(self, table: str, base: int, report: dict[str, Any]) -> None:
        """Post a report at a table, bypassing the page."""
        body = {"client_id": f"report-{base:04}", "base": base, "report": report}
        self.cup.world.ask("POST", f"/tables/{table}/entries", "organizer", json=body)

    def log(self, table: str) -> list[Any]:
        return list(self.cup.get(f"/tables/{table}/entries")["rows"])

    def cookie(self, who: str) -> str:
        """The session cookie of a role, or of a token."""
        return f"{COOKIE}={self.cup.world.tokens.get(who, who)}"


@contextmanager
def serve_hall(app: Flask, world: World) -> Iterator[Hall]:
    """Serve a hall where C's bid has been refused at both tables."""
    cup = Cup(world)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    serving = Thread(target=server.serve_forever)
    serving.start()
    hall = Hall(cup, f"http://127.0.0.1:{server.server_port}")
    world.ask("POST", f"/rounds/{cup.rounds[1]}/clock", "head_judge", json={"kind": "start"})
    for number in (1, 2):
        for base, report in enumerate(AUCTION):
            hall.report(cup.tables[1, number], base, report)
    yield hall
    server.shutdown()
    serving.join()
