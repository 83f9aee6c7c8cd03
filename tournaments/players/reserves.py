"""Who comes in after registration: reserves, late entries, and walk-ins at the desk.

Hasbro's rules name three ordered alternates who never enter in the middle of a game; at the Japanese finals of 2012 and
2016 two reserves came in for the third game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from tournaments.fault import Fault, Faulty
from tournaments.players.entrant import Entrant, waiting
from tournaments.players.preview import Preview, apply


@dataclass(frozen=True, slots=True)
class ReserveRule:
    """When reserves may come in.  ``rounds``: for these rounds; None: for every round."""

    rounds: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class ReserveEntry:
    """A log entry about a reserve: ``came_in`` for the round, or was absent and passed over."""

    player: str
    order: int
    round: int
    came_in: bool


@dataclass(frozen=True, slots=True)
class Entering:
    """The result of calling up reserves.

    ``entrants``: after the reserves came in; ``entries``: in order; ``vacant``: places that stay empty.
    """

    entrants: tuple[Entrant, ...]
    entries: tuple[ReserveEntry, ...]
    vacant: int


def enter_reserves(
    entrants: Sequence[Entrant], round: int, vacancies: int, rule: ReserveRule, begun: int, present: Collection[str]
) -> Entering:
    """Fill the vacancies of a round (from 1) with the first reserves, in their order.

    ``begun``: the last round that has begun, 0 before the first.  ``present``: the ids of those in the hall; an absent
    reserve is passed over, but keeps the position.  Raises `Faulty` if the round has begun or is not open to reserves,
    or if two reserves have the same position.
    """
    in_order = waiting(entrants)
    faults = []
    if round <= begun:
        faults.append(Fault("", "reserve_round_begun", {"round": round, "next": begun + 1}))
    if rule.rounds is not None and round not in rule.rounds:
        facts = {"round": round, "rounds": ", ".join(map(str, rule.rounds)) or "–"}
        faults.append(Fault("", "reserve_round_closed", facts))
    for before, after in pairwise(in_order):
        if before.reserve == after.reserve:
            facts = {"given": after.reserve, "holder": f"{before.name} (No. {before.number})"}
            faults.append(Fault(after.name, "reserve_twice", facts))
    if faults:
        raise Faulty(faults)
    entries: list[ReserveEntry] = []
    left = vacancies
    for each in in_order:
        if left <= 0:
            break
        entries.append(ReserveEntry(each.id, each.reserve or 0, round, each.id in present))
        left -= each.id in present
    coming = {entry.player for entry in entries if entry.came_in}
    return Entering(
        tuple(replace(each, first_round=round) if each.id in coming else each for each in entrants),
        tuple(entries),
        max(left, 0),
    )


def late_fault(before: Entrant | None, after: Entrant, begun: int, path: str = "first_round") -> Fault | None:
    """The fault, if any, of the round that an entrant comes in for.

    ``before``: None for a new entrant; ``begun``: the last round that has begun, 0 before the first.  For an entrant
    who came in earlier, everything else may still be corrected.
    """
    start = first_round(after)
    if start is None or start > begun or (before is not None and first_round(before) == start):
        return None
    return Fault(path, "late_round_begun", {"name": after.name, "given": start, "begun": begun, "next": begun + 1})


def first_round(entrant: Entrant) -> int | None:
    """The first round that an entrant plays; None for a waiting reserve."""
    if entrant.reserve is not None and entrant.first_round is None:
        return None
    return entrant.first_round or 1


@dataclass(frozen=True, slots=True)
class DayList:
    """The result of a day's list.  ``entrants``: after it; ``checked_in``: the ids of those on it, in its order."""

    entrants: tuple[Entrant, ...]
    checked_in: tuple[str, ...]


def merge_day_list(preview: Preview, new_id: Callable[[], str]) -> DayList:
    """Merge a previewed day's list into the entrants; new ones are walk-ins.

    Raises `Faulty` with every fault of the list.
    """
    imported = apply(preview, new_id)
    known = {each.id for each in preview.before}
    return DayList(
        tuple(each if each.id in known else replace(each, walk_in=True) for each in imported.entrants),
        imported.listed,
    )
