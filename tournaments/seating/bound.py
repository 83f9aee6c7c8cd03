"""What no schedule can be better than, proved by counting; never a guess.

It holds for whoever sits in each round and the sizes of its tables, whatever the places.  Everything rests on one fact:
things put into boxes make the fewest pairs within a box when they are spread evenly (`spread`).
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from tournaments.seating.schedule import Round, Schedule
from tournaments.seating.score import scored


def spread(things: int, boxes: int) -> int:
    """The fewest pairs within a box when so many things go into so many boxes."""
    if boxes <= 0:
        return 0
    each, more = divmod(things, boxes)
    return (boxes - more) * (each * (each - 1) // 2) + more * (each * (each + 1) // 2)


def bound(schedule: Schedule) -> dict[str, int]:
    """A lower bound of every figure of `score`."""
    games = Counter(player for tables in schedule.rounds for table in tables for player in table)
    proved = {
        "rematches": max(
            _split_tables(schedule.rounds), _pairs_there_are(schedule.rounds, len(games)), _others(schedule, games)
        ),
        "clubs": _clubs(schedule),
        "odd_tables": _odd_tables(schedule, len(games)),
        "start_order": _start_order(schedule.rounds, games),
        "neighbours": _neighbours(schedule.rounds, len(games)),
    }
    return {aim: proved.get(aim, 0) for aim in scored(schedule.request)}


def _split_tables(rounds: tuple[Round, ...]) -> int:
    """Rematches, round against round: the players of a table are spread over the other round's tables.

    Who misses the other round is not spread; that they are missing where it saves most is assumed.
    """
    return sum(max(_split(one, other), _split(other, one)) for one, other in combinations(rounds, 2))


def _split(tables: Round, others: Round) -> int:
    there = {player for table in others for player in table}
    left = [len(table) for table in tables]
    for _ in range(sum(player not in there for table in tables for player in table)):
        fullest = left.index(max(left))  # the last of the fullest table makes the most pairs
        left[fullest] -= 1
    return sum(spread(size, len(others)) for size in left)


def _pairs_there_are(rounds: tuple[Round, ...], players: int) -> int:
    """Rematches, all in all: all meetings are spread over the pairs that there are."""
    meetings = sum(len(table) * (len(table) - 1) // 2 for tables in rounds for table in tables)
    return spread(meetings, players * (players - 1) // 2)


def _others(schedule: Schedule, games: Counter[str]) -> int:
    """Rematches, player by player: at the smallest tables, everyone's meetings are spread over the others."""
    met: Counter[str] = Counter()
    for tables in schedule.rounds:
        least = min(map(len, tables)) - 1
        met.update({player: least for table in tables for player in table})
    return -(-sum(spread(times, len(games) - 1) for times in met.values()) // 2)


def _clubs(schedule: Schedule) -> int:
    """Club-mates of a round are spread over its tables."""
    club_of = {entrant.id: entrant.club for entrant in schedule.now.entrants}
    least = 0
    for tables in schedule.rounds:
        members = Counter(club_of.get(player) for table in tables for player in table)
        least += sum(spread(number, len(tables)) for club, number in members.items() if club is not None)
    return least


def _odd_tables(schedule: Schedule, players: int) -> int:
    """The places at tables of other sizes are spread over the players."""
    preferred = schedule.request.sizes[0]
    places = sum(len(table) for tables in schedule.rounds for table in tables if len(table) != preferred)
    return spread(places, players)


def _start_order(rounds: tuple[Round, ...], games: Counter[str]) -> int:
    """Everyone's games are spread over the start orders that there are; and every start order over the players."""
    orders = Counter(order for tables in rounds for table in tables for order in range(len(table)))
    by_player = sum(spread(played, len(orders)) for played in games.values())
    by_order = sum(spread(times, len(games)) for times in orders.values())
    return max(by_player, by_order)


def _neighbours(rounds: tuple[Round, ...], players: int) -> int:
    """In every game with others somebody starts after a player: one of the others that there are."""
    games = Counter(player for tables in rounds for table in tables if len(table) > 1 for player in table)
    return sum(spread(played, players - 1) for played in games.values())
