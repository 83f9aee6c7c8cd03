"""Draws the whole schedule before round one: a construction, improved by search, then put in start order."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tournaments.seating.construction import construction
from tournaments.seating.entrants import Request
from tournaments.seating.room import Room
from tournaments.seating.schedule import Round, Schedule
from tournaments.seating.search import chance, improve, shuffled
from tournaments.seating.shapes import shape
from tournaments.seating.start_order import Order, order_tables


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


GUESSES = 10
"""Constructions tried: they differ in who takes which place, and so in how many forbidden pairs meet."""


def draw(request: Request) -> Schedule:
    """Draw the schedule for a request: the same for the same request, on every machine.

    Hard aims that cannot be met (three players to be kept apart at two tables) remain visible in its score.
    """
    random = chance("draw", request.seed)
    room = _guessed(request, random)
    for _ in range(1, GUESSES):
        if room.cost <= room.least():
            break
        room = min(room, _guessed(request, random), key=lambda each: each.cost)
    rounds = improve(room, random).named()
    if request.start == "drawn":
        rounds = [[shuffled(random, table) for table in tables] for tables in rounds]
    return Schedule(request, in_order(request, rounds, 1))


def _guessed(request: Request, random: Random) -> Room:
    """Seat all rounds by construction as far as possible: if players miss rounds, others take their places."""
    sizes = shape(len(request.entrants), request.sizes, request.fit)
    if sizes is None:
        return seat_rounds(request, [[]] * request.rounds, 1, random)
    in_order_of_size = [
        sorted(tables, key=lambda table: _preference(request, table)) for tables in construction(request, sizes, random)
    ]
    return seat_rounds(request, in_order_of_size, 1, random)


def _preference(request: Request, table: Sequence[str]) -> int:
    """The rank of a table's size in the order of preference; tables of any other size come last."""
    return request.sizes.index(len(table)) if len(table) in request.sizes else len(request.sizes)


def seat_rounds(request: Request, wished: Sequence[Sequence[Sequence[str]]], from_round: int, random: Random) -> Room:
    """Seat all rounds as wished: those before ``from_round`` exactly, the others as far as the wishes fit."""
    room = Room(request, from_round)
    for number, tables in enumerate(wished, 1):
        by_number = [[room.number[player] for player in table] for table in tables]
        room.add_round(by_number if number < from_round else fit(room, number, by_number, random))
    return room


def in_order(request: Request, rounds: Order, from_round: int) -> tuple[Round, ...]:
    """The rounds with the open ones in start order, or sorted by id if the start order is rolled at the table."""
    if request.start == "drawn":
        order_tables(rounds, request, from_round)
    else:
        rounds[from_round - 1 :] = [[sorted(table) for table in tables] for tables in rounds[from_round - 1 :]]
    return tuple(tuple(tuple(table) for table in tables) for tables in rounds)
