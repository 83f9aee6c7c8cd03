"""What the standings would be for given endings of open games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from tournaments.result import GameResult, PlayerResult
from tournaments.standings.contest import Contest, GameLine, game_lines
from tournaments.standings.rule import StandingsRule
from tournaments.standings.standings import Standings, standings

Score = Callable[[GameResult], Mapping[str, Fraction]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The range of ranks that an ending of an open game can give a player, over all orders of the others.

    ``place``: 1 for the table's first; ``monopoly``: whether the game ended in a monopoly win (of the first).
    """

    player: str
    place: int
    monopoly: bool
    best: int
    worst: int


def what_if(rule: StandingsRule, contest: Contest, lines: Sequence[GameLine]) -> Standings:
    """The standings with additional games, or with different endings of games played."""
    return standings(rule, contest.with_games(lines))


def outcomes(
    rule: StandingsRule, contest: Contest, table: GameResult, assets: Sequence[int], score: Score
) -> tuple[Outcome, ...]:
    """The range of ranks for each player of an open table and each place, with and without a monopoly win.

    All other games stay as they are in the contest.  ``table``: the round, the table and who sits there.  ``assets``:
    the dollars of the first, the second … if time runs out, one entry per player; after a monopoly win the first has
    them all. ``score``: returns the points of a game.  The standings are computed twice the factorial of the table's
    size times.
    """
    seen: dict[tuple[str, int, bool], list[int]] = {}
    for ending in _endings(table, assets):
        found = what_if(rule, contest, game_lines(ending, score(ending)))
        rank = {row.player: row.rank for row in found.rows}
        monopoly = ending.monopoly_winner is not None
        for place, each in enumerate(ending.players, 1):
            seen.setdefault((each.player, place, monopoly), []).append(rank[each.player])
    return tuple(
        Outcome(player, place, monopoly, min(found), max(found))
        for (player, place, monopoly), found in sorted(seen.items())
    )


def ending(table: GameResult, order: Sequence[str], assets: Sequence[int], *, monopoly: bool) -> GameResult:
    """An ending of an open game.

    ``table``: the round, the table and who sits there; ``order``: the players by place; ``assets``: the dollars of the
    first, the second … if time runs out; with ``monopoly`` all but the first are bankrupt, and the first has them all.
    """
    starts = {each.player: each.start_order for each in table.players}
    if not monopoly:
        survivors = (
            PlayerResult(player, starts[player], dollars) for player, dollars in zip(order, assets, strict=True)
        )
        return GameResult(table.round, table.table, tuple(survivors))
    fallen = (
        PlayerResult(player, starts[player], 0 if place else sum(assets), len(order) - place if place else None)
        for place, player in enumerate(order)
    )
    return GameResult(table.round, table.table, tuple(fallen))


def _endings(table: GameResult, assets: Sequence[int]) -> Iterator[GameResult]:
    """Every order of the players, both with time run out and with all but the first bankrupt; the first comes first."""
    for order in permutations(sorted(each.player for each in table.players)):
        yield ending(table, order, assets, monopoly=False)
        yield ending(table, order, assets, monopoly=True)
