"""Simulated annealing over random swaps: finds improvements that the local search (`tabu`) cannot reach.

Aims weigh only a few times more than the next one here, or the way from one good schedule to another would be blocked.
Decisions use only additions and multiplications of floats, which give the same results on every machine; an exponential
would not.
"""

from __future__ import annotations

from random import Random

from tournaments.seating.chance import below
from tournaments.seating.room import Room

STEPS = 200_000
"""Swaps tried: less than a second."""
AIM_STEP = 5
"""How many times more an aim weighs than the next."""
HOT, COLD = 0.3, 0.25
"""The initial temperature as a multiple of the heaviest aim's weight, and the final one as a multiple of the
lightest's.
"""
STAGES = 1000


def anneal(room: Room, random: Random) -> Room:
    """Return a room with the best tables found, which may be worse than the given ones."""
    soft = room.with_tables(room.tables, AIM_STEP)
    least, best, kept = soft.least(), soft.cost, soft.copy()
    movable = {
        number: [player for table in tables for player in table if player not in soft.fixed[number]]
        for number, tables in enumerate(soft.tables)
        if number >= room.from_round - 1
    }
    rounds = [number for number, players in movable.items() if len(players) > 1]
    if not rounds:
        return room.with_tables(kept)
    heat = HOT * max(soft.weights.values())
    cooling = _root(COLD / heat)
    for step in range(STEPS):
        if step % (STEPS // STAGES) == 0:
            heat *= cooling
        number = rounds[below(random, len(rounds))]
        players = movable[number]
        one, other = players[below(random, len(players))], players[below(random, len(players))]
        if soft.where[number][one] == soft.where[number][other]:
            continue
        change = soft.change(number, one, other)
        if change > 0 and random.random() >= _acceptance(change / heat):
            continue
        soft.swap(number, one, other)
        if soft.cost < best:
            best, kept = soft.cost, soft.copy()
            if best <= least:
                break
    return room.with_tables(kept)


def _acceptance(worse: float) -> float:
    """Approximately e to the power of -``worse``: (1 - worse / 8) to the eighth."""
    if worse >= 8:
        return 0.0
    left = 1 - worse / 8
    left *= left
    left *= left
    return left * left


def _root(ratio: float) -> float:
    """The factor whose ``STAGES``-th power is the ratio, by bisection, to avoid an exponential (see above)."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        product = 1.0
        for _ in range(STAGES):
            product *= middle
        low, high = (low, middle) if product > ratio else (middle, high)
    return low
