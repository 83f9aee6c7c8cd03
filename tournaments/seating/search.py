"""Improves tables by swaps, over the whole schedule at once.

Seating round by round gets stuck: sixteen players at tables of four can play five rounds without meeting twice, but
hardly any four rounds without a rematch can be followed by such a fifth.  So any round may change at any time.
"""

from __future__ import annotations

from random import Random

from tournaments.seating.anneal import anneal
from tournaments.seating.room import Room
from tournaments.seating.tabu import mend


def improve(room: Room, random: Random) -> Room:
    """The best room found from this one: by local search, then, unless that is optimal, also by annealing."""
    least = room.least()
    mended = room.with_tables(room.tables)
    mend(mended, random)
    best = room.with_tables(mended.tables)
    if best.cost <= least:
        return best
    moved = anneal(best, random)
    mend(moved, random)
    other = room.with_tables(moved.tables)
    return min(best, other, key=lambda each: each.cost)
