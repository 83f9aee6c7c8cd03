"""A lower bound for every schedule, proved by counting, never estimated.

It depends only on who plays in each round and on the table sizes, not on the seating.  Everything rests on one fact:
things put into boxes make the fewest pairs within a box if they are spread evenly (`spread`).
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from tournaments.seating.schedule import Round, Schedule
from tournaments.seating.score import scored


def spread(things: int, boxes: int) -> int:
    """The fewest possible pairs within a box when ``things`` are put into ``boxes``."""
    if boxes <= 0:
        return 0
    each, more = divmod(things, boxes)
    return (boxes - more) * (each * (each - 1) // 2) + more * (each * (each + 1) // 2)


def bound(schedule: Schedule) -> dict[str, int]:
    """A lower bound for every figure of `score`."""
    games = Counter(player for tables in schedule.rounds for table in tables for player in table)
    proved = {
        "rematches": max(
            _rematches_by_rounds(schedule.rounds),
            _rematches_in_total(schedule.rounds, len(games)),
            _rematches_by_player(schedule, games),
        ),
        "clubs": _clubs(schedule),
        "odd_tables": _odd_tables(schedule, len(games)),
        "start_order": _start_order(schedule.rounds, games),
        "neighbours": _neighbours(schedule.rounds, len(games)),
    }
    return {aim: proved.get(aim, 0) for aim in scored(schedule.request)}


def _rematches_by_rounds(rounds: tuple[Round, ...]) -> int:
    """Rematches between two rounds: the players of a table are spread over the other round's tables.

    Players missing from the other round are not spread; they are assumed to be missing where that saves most.
    """
    return sum(
        max(_rematches_between(one, other), _rematches_between(other, one)) for one, other in combinations(rounds, 2)
    )


def _rematches_between(tables: Round, others: Round) -> int:
    there = {player for table in others for player in table}
    left = [len(table) for table in tables]
    for _ in range(sum(player not in there for table in tables for player in table)):
        fullest = left.index(max(left))  # removing a player from the fullest table removes the most pairs
        left[fullest] -= 1
    return sum(spread(size, len(others)) for size in left)


def _rematches_in_total(rounds: tuple[Round, ...], players: int) -> int:
    """Rematches in total: all meetings are spread over the possible pairs."""
    meetings = sum(len(table) * (len(table) - 1) // 2 for tables in rounds for table in tables)
    return spread(meetings, players * (players - 1) // 2)


def _rematches_by_player(schedule: Schedule, games: Counter[str]) -> int:
    """Rematches by player: at the smallest tables, everyone's meetings are spread over the other players."""
    met: Counter[str] = Counter()
    for tables in schedule.rounds:
        least = min(map(len, tables)) - 1
        met.update({player: least for table in tables for player in table})
    return -(-sum(spread(times, len(games) - 1) for times in met.values()) // 2)


def _clubs(schedule: Schedule) -> int:
    """Clubmates: the members of a club are spread over the tables of each round."""
    club_of = {entrant.id: entrant.club for entrant in schedule.now.entrants}
    least = 0
    for tables in schedule.rounds:
        members = Counter(club_of.get(player) for table in tables for player in table)
        least += sum(spread(number, len(tables)) for club, number in members.items() if club is not None)
    return least


def _odd_tables(schedule: Schedule, players: int) -> int:
    """Odd tables: the seats at tables of unusual size are spread over the players."""
    preferred = schedule.request.sizes[0]
    places = sum(len(table) for tables in schedule.rounds for table in tables if len(table) != preferred)
    return spread(places, players)


def _start_order(rounds: tuple[Round, ...], games: Counter[str]) -> int:
    """Start orders: everyone's games are spread over the start orders, and every start order over the players."""
    orders = Counter(order for tables in rounds for table in tables for order in range(len(table)))
    by_player = sum(spread(played, len(orders)) for played in games.values())
    by_order = sum(spread(times, len(games)) for times in orders.values())
    return max(by_player, by_order)


def _neighbours(rounds: tuple[Round, ...], players: int) -> int:
    """Neighbours: in every game a player has a next neighbour, one of the other players."""
    games = Counter(player for tables in rounds for table in tables if len(table) > 1 for player in table)
    return sum(spread(played, players - 1) for played in games.values())
