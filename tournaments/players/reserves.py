"""Reserves: an ordered list of players who replace missing ones at the start of a round, never during one.

Hasbro's rules name three ordered alternates who never enter in the middle of a game; at the Japanese finals of 2012 and
2016 two reserves came in for the third game.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from tournaments.fault import Fault, Faulty
from tournaments.players.entrant import Entrant, waiting


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
