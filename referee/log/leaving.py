"""Who left a game without going bankrupt: whom a ruling took out of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from referee.core.chain import ChainLine
from referee.log.standing import is_retraction
from referee.log.table_game import RULING, TableGame, TableGames
from rulesets import Game
from rulesets.kernel.record import read_line

Seats = frozenset[str]
TAKEN_OUT = '"out":true'
"""What every ruling that takes a player out contains as the log stores it."""


def left_by(games: TableGames, table: TableGame) -> Seats:
    """The seats that a ruling took out of a game, as its log stands."""
    if not seats_out(table.game):
        return frozenset()
    lines = games.lines(table.table_id, 0, table.seq)
    if not any(line.accepted and RULING in line.report and TAKEN_OUT in line.report for line in lines):
        return frozenset()
    found: list[Seats] = [frozenset()]
    for line in lines:
        found.append(left_then(found, line, lambda seq: games.at(table.table_id, seq).game))
    return found[-1]


def left_then(before: Sequence[Seats], line: ChainLine, game: Callable[[int], Game]) -> Seats:
    """The seats that rulings have taken out after an entry.

    ``before``: the same after each earlier entry, at 0 at the start; ``game``: after an entry, this one or the last.
    """
    if not line.accepted:
        return before[-1]
    report = read_line(line.report)
    if is_retraction(report):
        taken_back: int = report["seq"]
        return before[taken_back - 1]
    if report["type"] != "ruling" or not report.get("set"):
        return before[-1]
    was, now = (seats_out(game(seq)) for seq in (line.seq - 1, line.seq))
    return (before[-1] & now) | (now - was)


def seats_out(game: Game) -> Seats:
    """The seats that are out of a game, for whatever reason."""
    players = game.ruleset.position(game)["players"]
    return frozenset(seat for seat, player in players.items() if player.get("out"))
