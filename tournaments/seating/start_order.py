"""The order at the tables: first balances everybody's start orders over the rounds, then avoids repeated neighbours.

For two start orders o and p, draw an arrow at every table that has both, from the player with o to the player with p.
If a path leads from somebody with o too often to somebody with p too often, o and p are swapped along the whole path,
which leaves everybody in between balanced.  When no such path is left for any two orders, those that every table has
are spread as evenly as possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from tournaments.seating.entrants import Request

Order = list[list[list[str]]]


def order_tables(rounds: Order, request: Request, from_round: int) -> None:
    """Put the tables of the open rounds in order, in place; the other rounds count as they are."""
    wanted = [aim for aim in request.aims if aim in ("start_order", "neighbours")]
    if "start_order" in wanted:
        _spread(rounds, from_round)
    if "neighbours" in wanted:
        start_weight = 0 if "start_order" not in wanted else 1000 if wanted[0] == "start_order" else 1
        _part_neighbours(rounds, from_round, start_weight, 1 if wanted[0] == "start_order" else 1000)


def _spread(rounds: Order, from_round: int) -> None:
    """Balance the start orders, pair by pair, until nothing improves."""
    times = Counter((player, order) for tables in rounds for table in tables for order, player in enumerate(table))
    most = max(len(table) for tables in rounds for table in tables)
    players = list(dict.fromkeys(player for tables in rounds for table in tables for player in table))
    changed = True
    while changed:
        changed = False
        for one, other in combinations(range(most), 2):
            changed |= _balance(rounds[from_round - 1 :], times, players, one, other)


def _balance(open_rounds: Order, times: Counter[tuple[str, int]], players: Sequence[str], one: int, other: int) -> bool:
    """Balance two start orders over the players; return whether anything changed."""
    at: dict[str, list[list[str]]] = {}
    both = [table for tables in open_rounds for table in tables if len(table) > other]
    for table in both:
        at.setdefault(table[one], []).append(table)
        at.setdefault(table[other], []).append(table)
    changed = False
    for start in players:
        for order, instead in ((one, other), (other, one)):
            while path := _path(at, times, start, order, instead):
                changed = True
                end = path[0][instead]
                for table in path:
                    table[order], table[instead] = table[instead], table[order]
                times[start, order] -= 1
                times[start, instead] += 1
                times[end, order] += 1
                times[end, instead] -= 1
    return changed


def _path(
    at: dict[str, list[list[str]]], times: Counter[tuple[str, int]], start: str, order: int, instead: int
) -> list[list[str]]:
    """The tables on a path from a player who has an order too often to one who can take it, the last first; empty if
    there is none.
    """
    surplus = times[start, order] - times[start, instead]
    if surplus < 2:
        return []
    came_from: dict[str, tuple[str, list[str]]] = {}
    reached = [start]
    for player in reached:
        for table in at.get(player, ()):
            after = table[instead]
            if table[order] != player or after == start or after in came_from:
                continue
            came_from[after] = player, table
            if times[after, order] - times[after, instead] < surplus - 2:
                path = [table]
                while player != start:
                    player, table = came_from[player]  # noqa: PLW2901
                    path.append(table)
                return path
            reached.append(after)
    return []


def _part_neighbours(rounds: Order, from_round: int, start_weight: int, weight: int) -> None:
    """Swap places at tables as long as that helps."""
    starts = Counter((player, order) for tables in rounds for table in tables for order, player in enumerate(table))
    nexts = Counter(pair for tables in rounds for table in tables for pair in _next(table))
    changed = True
    while changed and max(nexts.values()) > 1:
        changed = False
        for tables in rounds[from_round - 1 :]:
            for table in tables:
                if any(nexts[pair] > 1 for pair in _next(table)):
                    changed |= _part_table(table, starts, nexts, start_weight, weight)


def _part_table(
    table: list[str],
    starts: Counter[tuple[str, int]],
    nexts: Counter[tuple[str, str]],
    start_weight: int,
    weight: int,
) -> bool:
    """Swap places at one table as long as that helps; return whether it did."""
    for order, player in enumerate(table):
        starts[player, order] -= 1
    nexts.subtract(_next(table))

    def cost() -> int:
        again = sum(starts[player, order] for order, player in enumerate(table))
        return start_weight * again + weight * sum(nexts[pair] for pair in _next(table))

    before = best = cost()
    better = True
    while better:
        better = False
        for one, other in combinations(range(len(table)), 2):
            table[one], table[other] = table[other], table[one]
            now = cost()
            if now < best:
                best, better = now, True
            else:
                table[one], table[other] = table[other], table[one]
    starts.update((player, order) for order, player in enumerate(table))
    nexts.update(_next(table))
    return best < before


def _next(table: Sequence[str]) -> list[tuple[str, str]]:
    """Each player at a table, paired with the player who starts next."""
    return [(player, table[(order + 1) % len(table)]) for order, player in enumerate(table)]
