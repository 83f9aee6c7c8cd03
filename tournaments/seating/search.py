"""Improves tables by swaps: a local search, and simulated annealing with random numbers that are the same everywhere.

Seating round by round gets stuck: sixteen players at tables of four can play five rounds without meeting twice, but
hardly any four rounds without a rematch can be followed by such a fifth.  So any round may change at any time.

Aims weigh only a few times more than the next one here, or the way from one good schedule to another would be blocked.
Decisions use only additions and multiplications of floats, which give the same results on every machine; an exponential
would not.

A player who causes a cost swaps with the partner that helps most, even if none helps, and is then not moved again for a
while.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from tournaments.seating.room import Room

Thing = TypeVar("Thing")


def chance(*seed: object) -> Random:
    """A random generator for a seed made of texts and numbers."""
    return Random("/".join(map(str, seed)))


def below(random: Random, count: int) -> int:
    """A random whole number from 0 to ``count`` - 1."""
    return int(random.random() * count)


def shuffled(random: Random, things: Sequence[Thing]) -> list[Thing]:
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        other = below(random, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


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
    roll = random.random  # this loop is most of a draw, so it calls nothing that it can do itself, such as `below`
    for step in range(STEPS):
        if step % (STEPS // STAGES) == 0:
            heat *= cooling
        number = rounds[int(roll() * len(rounds))]
        players, where = movable[number], soft.where[number]
        one, other = players[int(roll() * len(players))], players[int(roll() * len(players))]
        if where[one] == where[other]:
            continue
        change = soft.change(number, one, other)
        if change > 0 and roll() >= _acceptance(change / heat):
            continue
        soft.swap(number, one, other, change)
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


TRIES = 25_000
"""Swaps examined before the best result so far is taken."""
PARTNERS = 80
"""Once this many partners are found for a player, no further tables are searched."""


def mend(room: Room, random: Random) -> None:
    """Swap in the open rounds until the cost is the least possible or the tries are used up.

    Afterwards only the room's tables are valid, at their best; its other attributes are as the search left them.
    """
    least = room.least()
    open_rounds = range(room.from_round - 1, len(room.tables))
    best, kept = room.cost, room.copy()
    tabu: dict[tuple[int, int], int] = {}
    tries = step = 0
    while room.cost > least and tries < TRIES:
        step += 1
        found = _in_conflict(room, open_rounds, random)
        if found is None:
            break
        number, player = found
        partners = _partners(room, number, player, random)
        tries += max(1, len(partners))
        better: tuple[int, int] | None = None
        for partner in partners:
            change = room.change(number, player, partner)
            if tabu.get((number, partner), 0) > step and room.cost + change >= best:
                continue
            if better is None or change < better[0]:
                better = change, partner
        if better is None:
            continue
        room.swap(number, player, better[1], better[0])
        for moved in (player, better[1]):
            tabu[number, moved] = step + 4 + below(random, 8)
        if room.cost < best:
            best, kept = room.cost, room.copy()
    room.tables = kept


def _in_conflict(room: Room, open_rounds: range, random: Random) -> tuple[int, int] | None:
    """A round and a player who causes a cost in it: the first found from a random starting point."""
    places = [(number, table) for number in open_rounds for table in range(len(room.tables[number]))]
    start = below(random, len(places))
    odd = room.weights["odd_tables"]
    fairly_odd = max(sum(room.odd) // room.count, min(room.odd) + 1)
    for number, table_number in places[start:] + places[:start]:
        table = room.tables[number][table_number]
        counts_as_odd = odd and room.is_odd(table)
        costly = []
        for player in table:
            relief = room.relief[player]
            own = sum(relief[mate] for mate in table if mate != player)
            if (own > 0 or (counts_as_odd and room.odd[player] > fairly_odd)) and player not in room.fixed[number]:
                costly.append(player)
        if costly:
            return number, costly[below(random, len(costly))]
    return None


def _partners(room: Room, number: int, player: int, random: Random) -> list[int]:
    """The players whom a player may swap with; if there are many, some from a random table on."""
    home, fixed = room.where[number][player], room.fixed[number]
    tables = room.tables[number]
    start = below(random, len(tables))
    partners: list[int] = []
    for offset in range(len(tables)):
        table = (start + offset) % len(tables)
        if table != home:
            partners.extend(other for other in tables[table] if other not in fixed)
        if len(partners) >= PARTNERS:
            break
    if partners:
        turn = below(random, len(partners))
        partners = partners[turn:] + partners[:turn]
    return partners
