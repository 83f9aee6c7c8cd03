"""A contest indexed by player and by game, once for all criteria."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from operator import attrgetter

from tournaments.fault import Fault, Faulty
from tournaments.standings.contest import Contest, GameLine, played_rounds

Value = int | Fraction


@dataclass(frozen=True, slots=True)
class Tally:
    """An indexed contest.

    ``rounds``: those with games; ``lines``: per player, by round; ``points``: those of the lines, exact; ``adjusted``:
    the sum of adjustments by player; ``games``: the lines by round and table.
    """

    contest: Contest
    rounds: tuple[int, ...]
    lines: Mapping[str, tuple[GameLine, ...]]
    points: Mapping[str, tuple[Value, ...]]
    adjusted: Mapping[str, Value]
    games: Mapping[tuple[int, int], tuple[GameLine, ...]]


def tally(contest: Contest) -> Tally:
    """Index a contest.

    Raises Faulty if a line or an adjustment belongs to nobody in the contest, or a player has two games in a round.
    """
    per_player: dict[str, list[GameLine]] = {player.id: [] for player in contest.players}
    games: dict[tuple[int, int], list[GameLine]] = {}
    faults = []
    for line in sorted(contest.lines, key=attrgetter("round", "table", "player")):
        games.setdefault((line.round, line.table), []).append(line)
        mine = per_player.get(line.player)
        if mine is None:
            faults.append(Fault(_where(line), "line_of_nobody", {"given": line.player}))
        elif mine and mine[-1].round == line.round:
            faults.append(Fault(_where(line), "played_twice", {"given": line.player, "table": mine[-1].table}))
        else:
            mine.append(line)
    faults += [
        Fault("", "adjustment_of_nobody", {"given": each.player, "points": each.points})
        for each in contest.adjustments
        if each.player not in per_player
    ]
    if faults:
        raise Faulty(faults)
    adjusted: dict[str, Value] = {}
    for each in contest.adjustments:
        adjusted[each.player] = exact(adjusted.get(each.player, 0) + each.points)
    return Tally(
        contest=contest,
        rounds=played_rounds(contest.lines),
        lines={player: tuple(lines) for player, lines in per_player.items()},
        points={player: tuple(exact(line.points) for line in lines) for player, lines in per_player.items()},
        adjusted=adjusted,
        games={key: tuple(lines) for key, lines in games.items()},
    )


def _where(line: GameLine) -> str:
    return f"round {line.round}, table {line.table}"


def exact(number: Value) -> Value:
    """The same number, as an int if it is whole, because ints add and compare many times faster."""
    return number.numerator if number.denominator == 1 else number


def total(numbers: Iterable[Value]) -> Value:
    """The exact sum, over one common denominator, because adding fractions one by one is slow."""
    summed = tuple(numbers)
    common = lcm(*(number.denominator for number in summed))
    if common == 1:
        return sum(number.numerator for number in summed)
    return exact(Fraction(sum(number.numerator * (common // number.denominator) for number in summed), common))
