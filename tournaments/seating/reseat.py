"""Reseats the remaining rounds after drop-outs, late entries and reserves; rounds already played stay, and count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tournaments.fault import Fault, Faulty
from tournaments.seating.draw import in_order, seat_rounds
from tournaments.seating.entrants import Sitter, possible
from tournaments.seating.schedule import Reseat, Schedule
from tournaments.seating.search import chance, improve


def reseat(
    schedule: Schedule, from_round: int, changed: Sequence[Sitter], reason: str, author: str | None = None
) -> Schedule:
    """Return the schedule with the rounds from ``from_round`` on reseated for the current entrants.

    ``changed``: entrants that replace those with the same id, or are new; a drop-out has a ``last`` round.  The
    existing tables are the starting point: players who have left make room, new ones take the free seats, and only
    players who cost something by the aims are moved.  Raises `Faulty` if the round does not exist, the numbers do not
    fit, or the reason is missing.
    """
    return apply_reseat(schedule, Reseat(from_round, tuple(sorted(changed, key=lambda each: each.id)), reason, author))


def apply_reseat(schedule: Schedule, move: Reseat) -> Schedule:
    faults = [] if move.reason.strip() else [Fault("reason", "seating_no_reason")]
    if not 1 <= move.from_round <= len(schedule.rounds):
        facts = {"given": move.from_round, "least": 1, "most": len(schedule.rounds)}
        faults.append(Fault("from_round", "wanted_whole", facts))
    ids = [entrant.id for entrant in move.changed]
    faults += [
        Fault("changed", "seating_named_twice", {"given": each}) for each in sorted(set(ids)) if ids.count(each) > 1
    ]
    if faults:
        raise Faulty(faults)
    after = replace(schedule, moves=(*schedule.moves, move))
    now = possible(after.now, move.from_round)
    random = chance("reseat", now.seed, len(after.moves))
    room = improve(seat_rounds(now, schedule.rounds, move.from_round, random), random)
    return replace(after, rounds=in_order(now, room.named(), move.from_round))
