"""Why a player sits where they sit: the facts, and whether any swap in that round would be better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.fault import Fault, Faulty
from tournaments.seating.schedule import Schedule, Table
from tournaments.seating.score import Mark, Marker, marker, scored, tally, worth


@dataclass(frozen=True, slots=True)
class Tablemate:
    """A player at the same table.  ``rounds``: the other rounds in which the two meet, those before the first from 0
    down.
    """

    player: str
    clubmate: bool
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Alternative:
    """A swap with a player at another table.  ``change``: the figures that would change, and by how much."""

    player: str
    table: int
    change: Mapping[str, int]
    better: bool


@dataclass(frozen=True, slots=True)
class Reasons:
    """The facts behind a seat.

    ``start_orders``: by round; ``odd_rounds``: those at a table of a size other than the preferred one; ``fixed``:
    whether the table was requested; ``best``: the best swap, even if it is no improvement; None if there is only one
    table.
    """

    player: str
    round: int
    table: int
    start_order: int
    tablemates: tuple[Tablemate, ...]
    start_orders: Mapping[int, int]
    odd_rounds: tuple[int, ...]
    fixed: bool
    best: Alternative | None


def why(schedule: Schedule, player: str, number: int) -> Reasons:
    """Why ``player`` sits where they sit in a round.  Raises `Faulty` if they are not seated."""
    seat = schedule.seat(player, number) if 1 <= number <= len(schedule.rounds) else None
    if seat is None:
        raise Faulty([Fault("", "seating_not_seated", {"player": player, "round": number})])
    places = {
        each: schedule.rounds[each - 1][found[0] - 1]
        for each in range(1, len(schedule.rounds) + 1)
        if (found := schedule.seat(player, each)) is not None
    }
    table_marker = marker(schedule.now)
    club = table_marker.clubs.get(player)
    return Reasons(
        player,
        number,
        *seat,
        tuple(
            Tablemate(
                mate,
                club is not None and table_marker.clubs.get(mate) == club,
                (
                    *_met_before(schedule, player, mate),
                    *(each for each, table in places.items() if each != number and mate in table),
                ),
            )
            for mate in places[number]
            if mate != player
        ),
        {each: table.index(player) + 1 for each, table in places.items()},
        tuple(each for each, table in places.items() if len(table) != schedule.request.sizes[0]),
        (number, player) in table_marker.fixed,
        _best(schedule, table_marker, player, number),
    )


def _met_before(schedule: Schedule, player: str, mate: str) -> list[int]:
    before = enumerate(schedule.now.before, 1 - len(schedule.now.before))
    return [number for number, tables in before if any(player in table and mate in table for table in tables)]


def _best(schedule: Schedule, table_marker: Marker, player: str, number: int) -> Alternative | None:
    tables = schedule.rounds[number - 1]
    home = next(place for place, table in enumerate(tables) if player in table)
    aims, times = scored(schedule.request), tally(schedule)
    found: list[tuple[tuple[int, ...], int, str]] = []
    for place, table in enumerate(tables):
        for other in table if place != home else ():
            removed = [
                *table_marker.marks(number, home + 1, tables[home]),
                *table_marker.marks(number, place + 1, table),
            ]
            added = [
                *table_marker.marks(number, home + 1, _replaced(tables[home], player, other)),
                *table_marker.marks(number, place + 1, _replaced(table, other, player)),
            ]
            change = _change(times, removed, added, schedule.request.version)
            found.append((tuple(change.get(aim, 0) for aim in aims), place + 1, other))
    if not found:
        return None
    figures, table_number, other = min(found)
    changes = {aim: figure for aim, figure in zip(aims, figures, strict=True) if figure}
    return Alternative(other, table_number, changes, figures < (0,) * len(aims))


def _replaced(table: Table, player: str, other: str) -> Table:
    return tuple(other if each == player else each for each in table)


def _change(times: Mapping[Mark, int], removed: list[Mark], added: list[Mark], version: int) -> Counter[str]:
    """By how much every figure changes if some occurrences are removed and others added."""
    moved = Counter(added)
    moved.subtract(removed)
    change: Counter[str] = Counter()
    for mark, by in moved.items():
        before = times.get(mark, 0)
        change[mark[0]] += worth(mark[0], before + by, version) - worth(mark[0], before, version)
    return change
