"""Tables of the demo that keep playing by themselves over HTTP."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import rulesets
from referee.core.signals import stop_when_orphaned
from referee.demo.players import reports

PACE_SECONDS = 4.0
"""The average time between two reports of a table."""
PATIENCE_SECONDS = 10
"""How long to wait for an answer."""


class TableClient:
    """A client that reports at tables of a service over HTTP, with a program token, as any program could."""

    def __init__(self, address: str, token: str) -> None:
        self._address = address
        self._token = token

    def request(self, path: str, body: Any = None) -> bytes | None:
        """Send a request to a path below /api/v1 and return the body of the answer; None if the request is refused.

        Raises OSError if the service does not answer.
        """
        request = Request(
            f"{self._address}/api/v1{path}",
            None if body is None else json.dumps(body).encode(),
            {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"},
        )
        try:
            with urlopen(request, timeout=PATIENCE_SECONDS) as answer:
                return bytes(answer.read())
        except HTTPError:
            return None

    def play(self, table: str, random: Random) -> Iterator[None]:
        """Report at a table, one report per step, until the game is over or somebody else reports there instead."""
        record = self.request(f"/tables/{table}/export?format=record")
        if record is None:
            return
        header, *logged = map(json.loads, record.splitlines())
        game = rulesets.replay(header, logged, stop=False).game
        assert game is not None, "the service has a game that cannot be read"
        for base, report in enumerate(reports(game, random), game.seq):
            entry = {"client_id": f"demo-{base:05}", "base": base, "report": report}
            if self.request(f"/tables/{table}/entries", entry) is None:
                return
            yield


def keep_playing(address: str, token: str, tables: Sequence[str], seed: str) -> None:
    """Play at all tables, in random order, until none of them continues; runs as a process of its own.

    While the service does not answer, it keeps trying.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process; the one that started this one ends it
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    stop_when_orphaned()
    random = Random(seed)
    player = TableClient(address, token)
    games = {table: player.play(table, random) for table in tables}
    while games:
        time.sleep(random.uniform(0.5, 1.5) * PACE_SECONDS / len(games))
        table = random.choice(list(games))
        try:
            next(games[table])
        except StopIteration:
            del games[table]
        except OSError:
            games[table] = player.play(table, random)
