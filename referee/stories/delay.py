"""What spectators see of a live game: it is shown with a delay, so that nobody is coached from outside."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from referee.core.chain import ChainLine
from referee.log.table_game import TableGame, TableGames

MINUTE = 60_000
TAIL = 100
"""How many entries at the end of a log are searched at first."""


@dataclass(frozen=True, slots=True)
class Delay:
    """By how many minutes, and by how many turns begun since, what is shown lags behind the game."""

    minutes: int = 0
    turns: int = 0


def shown_game(games: TableGames, table_id: str, delay: Delay, now: int, before: TableGame | None = None) -> TableGame:
    """The game at a table as spectators may see it: with a delay while it is played, whole once it is over.

    ``now``: in ms; ``before``: what was shown last, which is returned as it is if nothing new may be shown.  Raises
    `NoTable`, `LogDiffers`.
    """
    game = games.current(table_id)
    if delay == Delay() or game.game.ruleset.over(game.game):
        return game
    tail = TAIL
    while True:
        lines = games.lines(table_id, max(0, game.seq - tail), game.seq)
        line = shown_line(lines, delay, now)
        if line is not None and before is not None and line.hash == before.head:
            return before
        if line is not None or tail >= game.seq:
            seq = line.seq if line is not None else 0
            return game if seq == game.seq else games.at(table_id, seq)
        tail *= 2


def shown_line(lines: Sequence[ChainLine], delay: Delay, now: int) -> ChainLine | None:
    """The last entry that is old enough to be shown; None if none of them is.  ``lines``: the end of a log."""
    begun, roller = 0, None
    for line in reversed(lines):
        report = json.loads(line.report) if line.accepted else None
        if isinstance(report, dict) and report["type"] == "roll":
            player = report["player"]
            begun += roller is not None and player != roller
            roller = player
        if begun >= delay.turns and now - line.at >= delay.minutes * MINUTE:
            return line
    return None
