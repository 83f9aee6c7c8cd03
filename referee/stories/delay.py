"""What spectators see of a live game: it is shown with a delay, so that nobody is coached from outside."""

from __future__ import annotations

import json
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from referee.core.chain import ChainLine
from referee.log.table_game import MOST_CACHED, TableGame, TableGames, trimmed

MINUTE = 60_000
TAIL = 100
"""How many entries at the end of a log are searched at first."""


@dataclass(frozen=True, slots=True)
class Delay:
    """By how many minutes, and by how many turns begun since, what is shown lags behind the game."""

    minutes: int = 0
    turns: int = 0


class ShownGames:
    """The games as spectators may see them: with a delay while they are played, whole once they are over.

    What was shown last goes on from there: a hall of phones asks every few seconds, and no log is read twice for it.
    """

    def __init__(self, games: TableGames) -> None:
        self._games = games
        # With when it was found, by the monotonic clock, and the log's head then; the last shown is the last.
        self._shown: OrderedDict[tuple[str, Delay], tuple[float, str, TableGame]] = OrderedDict()
        self._lock = threading.Lock()

    def at(self, table_id: str, delay: Delay, now: int) -> TableGame:
        """The game at a table as it may be shown ``now``, in ms.  Raises `NoTable`, `LogDiffers`."""
        looked = time.monotonic()
        game = self._games.current(table_id)
        found = self._at(game, delay, now)
        with self._lock:
            self._shown[table_id, delay] = looked, game.head, found
            self._shown.move_to_end((table_id, delay))
            if len(self._shown) > MOST_CACHED:
                self._shown.popitem(last=False)
        return found

    def lately(self, table_id: str, delay: Delay, now: int, seconds: float) -> TableGame:
        """Like `at`, but maybe as it was up to so many seconds ago.  Raises `NoTable`, `LogDiffers`."""
        looked, _, found = self._shown.get((table_id, delay), (0.0, "", None))
        return found if found is not None and time.monotonic() < looked + seconds else self.at(table_id, delay, now)

    def behind(self, table_id: str, turns: int, log_head: str) -> TableGame:
        """The game with a delay in turns alone, by a log that ends with the hash ``log_head`` or has gone on since.

        That head alone decides what is shown, however long ago it was found.  Raises `NoTable`, `LogDiffers`.
        """
        _, at_head, found = self._shown.get((table_id, Delay(turns=turns)), (0.0, "", None))
        return found if found is not None and at_head == log_head else self.at(table_id, Delay(turns=turns), 0)

    def _at(self, game: TableGame, delay: Delay, now: int) -> TableGame:
        if delay == Delay() or game.game.ruleset.over(game.game):
            return game
        _, _, before = self._shown.get((game.table_id, delay), (0.0, "", None))
        found = before and self._continued(before, game, delay, now)
        return self._found(game, delay, now) if found is None else found

    def _continued(self, before: TableGame, game: TableGame, delay: Delay, now: int) -> TableGame | None:
        """What may be shown after what was shown last; None if that is not in the log any more, which may have begun
        anew, also with other players.
        """
        lines = self._games.lines(game.table_id, max(0, before.seq - 1), game.seq)
        if before.header != game.header or (before.seq and (not lines or lines[0].hash != before.head)):
            return None
        line = shown_line(lines, delay, now)
        if line is None or line.seq == before.seq:
            return before
        return trimmed(self._games.followed(before, [each for each in lines if before.seq < each.seq <= line.seq]))

    def _found(self, game: TableGame, delay: Delay, now: int) -> TableGame:
        tail = TAIL
        while True:
            lines = self._games.lines(game.table_id, max(0, game.seq - tail), game.seq)
            line = shown_line(lines, delay, now)
            if line is not None or tail >= game.seq:
                seq = line.seq if line is not None else 0
                return game if seq == game.seq else self._games.at(game.table_id, seq)
            tail *= 2


def shown_line(lines: Sequence[ChainLine], delay: Delay, now: int) -> ChainLine | None:
    """The last entry that is old enough to be shown; None if none of them is.  ``lines``: the end of a log; ``now``:
    counts only for a delay in minutes.
    """
    begun, roller = 0, None
    for line in reversed(lines):
        report = json.loads(line.report) if line.accepted else None
        if isinstance(report, dict) and report["type"] == "roll":
            player = report["player"]
            begun += roller is not None and player != roller
            roller = player
        if begun >= delay.turns and (not delay.minutes or now - line.at >= delay.minutes * MINUTE):
            return line
    return None
