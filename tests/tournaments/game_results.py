"""Results for tests, written short."""

from __future__ import annotations

from tournaments.result import GameResult, PlayerResult


def game(ends: str, number: int = 1) -> GameResult:
    """A game of players p1, p2 …: a number is a survivor's dollars, ``x1`` the first to go bankrupt."""
    players = []
    for seat, end in enumerate(ends.split(), 1):
        fell = int(end[1:]) if end.startswith("x") else None
        players.append(PlayerResult(f"p{seat}", seat, 0 if fell else int(end), fell))
    return GameResult(number, 1, tuple(players))
