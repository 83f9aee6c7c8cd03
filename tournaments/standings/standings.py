"""Standings: rows with ranks, the values behind them, and ties to be decided by a throw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.decision import Wanted, decided_order
from tournaments.standings.contest import Contest
from tournaments.standings.criterion import NOTHING_AVERAGED, Averaged, Criterion, PointSum, ThrownOrder, averaged
from tournaments.standings.ordering import Order, ordered
from tournaments.standings.rule import StandingsRule
from tournaments.standings.tally import Tally, Value, tally


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A player in the standings.

    ``values``: one per criterion; ``games``: the number played; ``dropped``: left the event; ``averaged``: the rounds
    that were missed and count as an average, and the points of each.
    """

    rank: int
    player: str
    values: tuple[Value | None, ...]
    games: int = 0
    dropped: bool = False
    reserve: bool = False
    averaged: Averaged = NOTHING_AVERAGED


@dataclass(frozen=True, slots=True)
class Standings:
    """Standings.  ``rows``: by rank, equals by id; ``after``: the last round counted; ``wanted``: ties to be decided by
    a throw.
    """

    criteria: tuple[Criterion[Tally] | ThrownOrder, ...]
    after: int
    rows: tuple[StandingRow, ...]
    wanted: tuple[Wanted, ...]


def standings(rule: StandingsRule, contest: Contest) -> Standings:
    """Compute the standings of a contest.  Raises Faulty if the contest contradicts itself (`tally`)."""
    sorted_out = tally(contest)
    after = sorted_out.rounds[-1] if sorted_out.rounds else 0
    about = f"standings/{after}"

    def thrown(by: str, group: tuple[str, ...]) -> tuple[str, ...] | None:
        return decided_order(contest.decisions, Wanted(about, by, group, len(group)))

    order = ordered(sorted_out, [player.id for player in contest.players], rule.criteria, thrown)
    players = {player.id: player for player in contest.players}
    sum_of_points = next((each for each in rule.criteria if isinstance(each, PointSum) and each.average), None)
    rows = tuple(
        StandingRow(
            rank=rank,
            player=each,
            values=order.values[each],
            games=len(sorted_out.lines[each]),
            dropped=players[each].dropped_after is not None,
            reserve=players[each].reserve,
            averaged=averaged(sum_of_points, sorted_out, each) if sum_of_points is not None else NOTHING_AVERAGED,
        )
        for each, rank in ranks(order).items()
    )
    wanted = tuple(Wanted(about, by, group, len(group)) for by, group in order.undecided)
    return Standings(rule.criteria, after, rows, wanted)


def ranks(order: Order) -> Mapping[str, int]:
    """Ranks from 1, in order; equals share a rank, and as many ranks after it are skipped."""
    found: dict[str, int] = {}
    for group in order.groups:
        rank = len(found) + 1
        found |= dict.fromkeys(group, rank)
    return found
