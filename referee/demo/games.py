"""Games of the demo: reports as they might be made, and tables that play on by themselves over HTTP."""

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
from rulesets import Game

NOT_FOR_THE_DEMO = frozenset({"ruling", "retract", "time_up", "declare_bankruptcy"})
PACE_SECONDS = 4.0
"""How long a table takes for a report, on average."""
PATIENCE_SECONDS = 10
"""How long an answer is waited for."""


def reports(game: Game, random: Random) -> Iterator[dict[str, Any]]:
    """Reports of a game as it might be played to its end, each accepted upon the one before."""
    while not game.ruleset.over(game):
        answer = None
        while answer is None or not answer.accepted:
            report = game.ruleset.mechanics.propose(game, random, hurry=False)
            if report.get("type") not in NOT_FOR_THE_DEMO:
                answer = game.ruleset.judge(game, report)
        yield report
        game = answer.game


class Player:
    """Somebody who reports at tables of a service, by a program's token, as any program could."""

    def __init__(self, address: str, token: str) -> None:
        self._address = address
        self._token = token

    def ask(self, path: str, body: Any = None) -> bytes | None:
        """What a request below /api/v1 gives; None where it is refused.  Raises OSError where nobody answers."""
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
        """Report at a table, once a step, until its game is over or somebody else reports there: it is theirs then."""
        record = self.ask(f"/tables/{table}/export?format=record")
        if record is None:
            return
        header, *logged = map(json.loads, record.splitlines())
        game = rulesets.replay(header, logged, stop=False).game
        assert game is not None, "the service has a game that cannot be read"
        for base, report in enumerate(reports(game, random), game.seq):
            entry = {"client_id": f"demo-{base:05}", "base": base, "report": report}
            if self.ask(f"/tables/{table}/entries", entry) is None:
                return
            yield


def play_on(address: str, token: str, tables: Sequence[str], seed: str) -> None:
    """Play at all tables, now at this, now at that, in a process of its own, until none of them goes on.

    A service that is not there yet is waited for.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process; the one that started this one ends it
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    stop_when_orphaned()
    random = Random(seed)
    player = Player(address, token)
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
