"""Logs of the demo's tables: what its people report, in batches, as a tablet sends what it has kept."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

from referee.core.service import Service
from referee.demo.client import Client
from referee.demo.players import reports
from referee.log.table_game import TableGames
from rulesets import Game
from rulesets.reports import as_report

BATCH = 50
"""How many reports are sent at once."""
TIME_UP: dict[str, Any] = {"type": "time_up"}
MOST_AFTER = 100
"""How many reports a game takes at most after the end signal."""


def log_start(parts: Service, organizer: Client, table_id: str, most: int, random: Random) -> Game:
    """Log up to ``most`` reports at a table that has none yet, and return the game.  Raises `DemoRefused`."""
    return _log(parts, organizer, table_id, islice(reports(_game(parts, table_id), random), most))


def log_end(parts: Service, organizer: Client, table_id: str, most: int, random: Random) -> bool:
    """Log a whole game of up to ``most`` reports before the end signal; return whether its rules end it then.  Raises
    `DemoRefused`.
    """
    game = log_start(parts, organizer, table_id, most, random)
    law = game.ruleset
    if not law.over(game) and law.judge(game, as_report(TIME_UP)).accepted:
        game = _log(parts, organizer, table_id, [TIME_UP])
        game = _log(parts, organizer, table_id, islice(reports(game, random), MOST_AFTER))
    return law.over(game)


def _game(parts: Service, table_id: str) -> Game:
    return parts.part(TableGames).current(table_id).game


def _log(parts: Service, organizer: Client, table_id: str, made: Any) -> Game:
    said = list(made)
    base = _game(parts, table_id).seq
    for first in range(0, len(said), BATCH):
        items = [
            {"client_id": f"demo-{base + first + number:05}", "report": report}
            for number, report in enumerate(said[first : first + BATCH])
        ]
        organizer.request("POST", f"/tables/{table_id}/batches", {"base": base + first, "whole": True, "items": items})
    return _game(parts, table_id)
