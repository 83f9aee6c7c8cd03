"""Reserves: an ordered list of players who come in when somebody is missing, at the start of a round and never in one.

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
    """``rounds``: the rounds for which reserves may come in; None: every round."""

    rounds: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class ReserveEntry:
    """What happened to a reserve, for the record: ``came_in`` for the round, or was not there and passed over."""

    player: str
    order: int
    round: int
    came_in: bool


@dataclass(frozen=True, slots=True)
class Entering:
    """``entrants``: after the reserves came in; ``entries``: in order; ``vacant``: places that stay empty."""

    entrants: tuple[Entrant, ...]
    entries: tuple[ReserveEntry, ...]
    vacant: int


def enter_reserves(
    entrants: Sequence[Entrant], round: int, vacancies: int, rule: ReserveRule, begun: int, present: Collection[str]
) -> Entering:
    """The first reserves in their order, as many as there are vacancies, come in for a round (from 1).

    ``begun``: the last round that has begun, 0 before the first.  ``present``: the ids of those who are in the hall; a
    reserve who is not is passed over, and keeps the place in the order.  Raises `Faulty` where the round has begun, is
    not open to reserves, or two reserves have one place.
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
