"""What is wrong with a schedule, item by item, for moving players by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from tournaments.fault import Fault
from tournaments.seating.schedule import Schedule, SeatMerge
from tournaments.seating.score import Mark, Marker, marker, score

SIZE = "seating_size"
"""The code of the fault that a table is of a size that is not allowed."""


def violations(schedule: Schedule) -> tuple[Fault, ...]:
    """Everything that an aim or the rules of a schedule forbid, with its place; the most serious first."""
    return (*structural_faults(schedule), *_missing(schedule), *_against_aims(schedule))


def structural_faults(schedule: Schedule) -> Iterator[Fault]:
    """What makes a schedule invalid: a player seated twice in a round, an unknown player, a table of a size not
    allowed.
    """
    known = {entrant.id for entrant in schedule.now.entrants}
    # Before two registrations were merged, each had a seat of its own, until it was noticed.
    merged = {move.kept for move in schedule.moves if isinstance(move, SeatMerge)}
    for number, tables in enumerate(schedule.rounds, 1):
        at: dict[str, list[str]] = {}
        for table_number, table in enumerate(tables, 1):
            if len(table) not in schedule.request.sizes:
                facts = {"size": len(table), "sizes": ", ".join(map(str, schedule.request.sizes))}
                yield Fault(_place(number, table_number), SIZE, facts)
            for player in table:
                at.setdefault(player, []).append(str(table_number))
        for player, found in at.items():
            if len(found) > 1 and player not in merged:
                yield Fault(_place(number), "seating_twice", {"player": player, "tables": ", ".join(found)})
            if player not in known:
                yield Fault(_place(number), "seating_unknown", {"player": player})


def _missing(schedule: Schedule) -> Iterator[Fault]:
    """Players of a round without a seat, and seated players who do not play in it."""
    for number, tables in enumerate(schedule.rounds, 1):
        seated = {player for table in tables for player in table}
        for entrant in schedule.now.entrants:
            if entrant.plays(number) != (entrant.id in seated):
                code = "seating_absent" if entrant.id in seated else "seating_missing"
                yield Fault(_place(number), code, {"player": entrant.id})


def _against_aims(schedule: Schedule) -> Iterator[Fault]:
    found: dict[Mark, list[tuple[int, int]]] = {}
    for number, tables in enumerate(schedule.now.before, 1 - len(schedule.now.before)):
        for table in tables:
            for pair in combinations(table, 2):
                found.setdefault(("rematches", pair), []).append((number, 0))
    table_marker = marker(schedule.now)
    for number, tables in enumerate(schedule.rounds, 1):
        for table_number, table in enumerate(tables, 1):
            for mark in table_marker.marks(number, table_number, table):
                found.setdefault(mark, []).append((number, table_number))
    aims = tuple(score(schedule))
    counted = [(mark, where) for mark, where in found.items() if where[-1][0] >= 1]
    for mark, where in sorted(counted, key=lambda each: aims.index(each[0][0])):
        for number, table_number in where:
            yield from _at_table(table_marker, mark, number, table_number)
        if len(where) > 1:
            yield from _in_rounds(schedule, mark, ", ".join(str(number) for number, _ in where))


def _at_table(table_marker: Marker, mark: Mark, number: int, table_number: int) -> Iterator[Fault]:
    """The violation that a mark stands for at a single table, if any."""
    place = _place(number, table_number)
    match mark:
        case "forbidden", (one, other):
            yield Fault(place, "seating_forbidden", {"one": one, "other": other})
        case "fixed", player:
            table = table_marker.fixed[number, str(player)]
            yield Fault(place, "seating_elsewhere", {"player": player, "table": table})
        case "clubs", (one, other):
            club = table_marker.clubs[str(one)]
            yield Fault(place, "seating_clubmates", {"one": one, "other": other, "club": club})
        case "namesakes", (one, other):
            yield Fault(place, "seating_namesakes", {"one": one, "other": other})


def _in_rounds(schedule: Schedule, mark: Mark, rounds: str) -> Iterator[Fault]:
    """The violation that a mark stands for if it occurs in several rounds, if any."""
    match mark:
        case "rematches", (one, other):
            yield Fault("", "seating_rematch", {"one": one, "other": other, "rounds": rounds})
        case "start_order", (player, int(order)):
            facts = {"player": player, "order": order + 1, "rounds": rounds}
            yield Fault("", "seating_start_again", facts)
        case "neighbours", (player, after):
            facts = {"player": player, "after": after, "rounds": rounds}
            yield Fault("", "seating_neighbour_again", facts)
        case "odd_tables", player:
            facts = {"player": player, "size": schedule.request.sizes[0], "rounds": rounds}
            yield Fault("", "seating_odd_again", facts)


def _place(number: int, table: int | None = None) -> str:
    return f"rounds[{number}]" + (f".tables[{table}]" if table else "")


@dataclass(frozen=True, slots=True)
class MoveEffect:
    """The effect of a move.

    ``score``: the figures that differ, before and after; ``new``, ``gone``: the violations added and resolved.
    """

    score: Mapping[str, tuple[int, int]]
    new: tuple[Fault, ...]
    gone: tuple[Fault, ...]


def compare(before: Schedule, after: Schedule) -> MoveEffect:
    """The differences between two schedules of one event."""
    old_score, new_score = score(before), score(after)
    old, new = violations(before), violations(after)
    old_keys, new_keys = Counter(map(_key, old)), Counter(map(_key, new))
    return MoveEffect(
        {aim: (old_score[aim], new_score[aim]) for aim in new_score if old_score[aim] != new_score[aim]},
        tuple(fault for fault in new if _key(fault) not in old_keys),
        tuple(fault for fault in old if _key(fault) not in new_keys),
    )


def _key(fault: Fault) -> tuple[object, ...]:
    return (fault.path, fault.code, *sorted((name, str(fact)) for name, fact in fault.facts.items()))
