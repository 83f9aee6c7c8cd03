"""A lower bound for every schedule, proved by counting, never estimated.

It depends only on who plays in each round and on the table sizes, not on the seating.  Everything rests on one fact:
things put into boxes make the fewest pairs within a box if they are spread evenly (`spread`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import combinations

from tournaments.seating.schedule import Round, Schedule
from tournaments.seating.score import pairs, repeated, scored

Cost = Callable[[int], int]
"""What a number of things in one box costs; each further thing must cost at least as much as the one before."""


def spread(things: int, boxes: int, cost: Cost = pairs) -> int:
    """The least possible cost when ``things`` are put into ``boxes``; by default, the fewest pairs within a box."""
    if boxes <= 0:
        return 0
    each, more = divmod(things, boxes)
    return (boxes - more) * cost(each) + more * cost(each + 1)


def bound(schedule: Schedule) -> dict[str, int]:
    """A lower bound for every figure of `score`."""
    games = Counter(player for tables in schedule.rounds for table in tables for player in table)
    cost = partial(repeated, version=schedule.request.version)
    proved = {
        "rematches": max(
            _rematches_by_rounds(schedule),
            _rematches_in_total(schedule.rounds, len(games), cost),
            _rematches_by_player(schedule, games, cost),
        ),
        "clubs": _apart(schedule, {entrant.id: entrant.club for entrant in schedule.now.entrants}),
        "namesakes": _apart(schedule, {entrant.id: entrant.namesake for entrant in schedule.now.entrants}),
        "odd_tables": _odd_tables(schedule, len(games), cost),
        "start_order": _start_order(schedule.rounds, games, cost),
        "neighbours": _neighbours(schedule.rounds, len(games), cost),
    }
    return {aim: proved.get(aim, 0) for aim in scored(schedule.request)}


def _rematches_by_rounds(schedule: Schedule) -> int:
    """Rematches between two rounds: the players of a table are spread over the other round's tables.  Likewise between
    three, if those count: over the pairs of tables of the other two.

    Players missing from another round are not spread; they are assumed to be missing where that saves most.
    """
    old = len(schedule.now.before)
    rounds = (*schedule.now.before, *schedule.rounds)
    least = 0
    for one, other in combinations(range(len(rounds)), 2):
        if other >= old:  # what happened before the first round cannot be changed, and does not count
            two = rounds[one], rounds[other]
            least += max(_together(two[0], two[1:]), _together(two[1], two[:1]))
    if schedule.request.version > 1:
        for places in combinations(range(len(rounds)), 3):
            if places[2] >= old:
                least += _all_three_times(tuple(rounds[place] for place in places), known=places[1] < old)
    return least


def _all_three_times(three: tuple[Round, ...], *, known: bool) -> int:
    """The fewest pairs that meet in three rounds.  ``known``: the first two are over."""
    ways = [_together(three[place], three[:place] + three[place + 1 :]) for place in range(3)]
    if known:  # who sat together in both
        cells = [tuple(set(here).intersection(there)) for here in three[0] for there in three[1]]
        ways.append(_together(cells, three[2:]))
    return max(ways)


def _together(tables: Sequence[Sequence[str]], others: Sequence[Round]) -> int:
    """The fewest pairs that sit together in all the other rounds too: each table's players are spread over theirs."""
    there = [{player for table in round_ for player in table} for round_ in others]
    left = [len(table) for table in tables]
    for _ in range(sum(any(player not in each for each in there) for table in tables for player in table)):
        fullest = left.index(max(left))  # removing a player from the fullest table saves most
        left[fullest] -= 1
    boxes = 1
    for round_ in others:
        boxes *= len(round_)
    return sum(spread(size, boxes) for size in left)


def _rematches_in_total(rounds: tuple[Round, ...], players: int, cost: Cost) -> int:
    """Rematches in total: all meetings are spread over the possible pairs."""
    meetings = sum(pairs(len(table)) for tables in rounds for table in tables)
    return spread(meetings, pairs(players), cost)


def _rematches_by_player(schedule: Schedule, games: Counter[str], cost: Cost) -> int:
    """Rematches by player: at the smallest tables, everyone's meetings are spread over the other players."""
    met: Counter[str] = Counter()
    for tables in schedule.rounds:
        least = min(map(len, tables)) - 1
        met.update({player: least for table in tables for player in table})
    return -(-sum(spread(times, len(games) - 1, cost) for times in met.values()) // 2)


def _apart(schedule: Schedule, labels: Mapping[str, str | None]) -> int:
    """Clubmates or namesakes: those who share a label are spread over the tables of each round."""
    least = 0
    for tables in schedule.rounds:
        members = Counter(labels.get(player) for table in tables for player in table)
        least += sum(spread(number, len(tables)) for label, number in members.items() if label is not None)
    return least


def _odd_tables(schedule: Schedule, players: int, cost: Cost) -> int:
    """Odd tables: the seats at tables of unusual size are spread over the players."""
    preferred = schedule.request.sizes[0]
    places = sum(len(table) for tables in schedule.rounds for table in tables if len(table) != preferred)
    return spread(places, players, cost)


def _start_order(rounds: tuple[Round, ...], games: Counter[str], cost: Cost) -> int:
    """Start orders: everyone's games are spread over the start orders, and every start order over the players."""
    orders = Counter(order for tables in rounds for table in tables for order in range(len(table)))
    by_player = sum(spread(played, len(orders), cost) for played in games.values())
    by_order = sum(spread(times, len(games), cost) for times in orders.values())
    return max(by_player, by_order)


def _neighbours(rounds: tuple[Round, ...], players: int, cost: Cost) -> int:
    """Neighbours: in every game a player has a next neighbour, one of the other players."""
    games = Counter(player for tables in rounds for table in tables if len(table) > 1 for player in table)
    return sum(spread(played, players - 1, cost) for played in games.values())
