"""Adapts the wished tables to a round: the players present, the table sizes, the fixed tables."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tournaments.seating.room import Room
from tournaments.seating.search import shuffled


def fit(room: Room, number: int, wished: Sequence[Sequence[int]], random: Random) -> list[list[int]]:
    """The tables of a round, as close to the wished ones as possible.

    Players without a wished table, or without room at it, go where they cost least given the rounds seated so far.
    """
    sizes = room.request.shape(number)
    present = {room.number[entrant.id] for entrant in room.request.present(number)}
    tables = [
        [player for player in wished[table] if player in present][:size] if table < len(wished) else []
        for table, size in enumerate(sizes)
    ]
    seated = {player for table in tables for player in table}
    for player in shuffled(random, sorted(present - seated)):
        free = [table for table, size in enumerate(sizes) if len(tables[table]) < size]
        costs = [sum(room.price[player][mate] for mate in tables[table]) for table in free]
        tables[free[costs.index(min(costs))]].append(player)
    return _with_fixed(room, number, tables)


def _with_fixed(room: Room, number: int, tables: list[list[int]]) -> list[list[int]]:
    """Move players to their fixed tables, swapping whole tables if sizes match and nobody is fixed at either."""
    fixed = {
        room.number[entrant.id]: table - 1
        for entrant in room.request.present(number)
        if (table := entrant.fixed_at(number)) is not None
    }
    for player, wanted in fixed.items():
        here = next(place for place, table in enumerate(tables) if player in table)
        if here == wanted:
            continue
        settled = any(fixed.get(mate) == place for place in (here, wanted) for mate in tables[place])
        if len(tables[here]) == len(tables[wanted]) and not settled:
            tables[here], tables[wanted] = tables[wanted], tables[here]
        else:
            other = next(mate for mate in tables[wanted] if fixed.get(mate) != wanted)
            tables[wanted][tables[wanted].index(other)] = player
            tables[here][tables[here].index(player)] = other
    return tables
