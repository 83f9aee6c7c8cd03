"""Draws the whole schedule before round one: a construction, made better by search, then put in order."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tournaments.seating.chance import chance, shuffled
from tournaments.seating.construction import construction
from tournaments.seating.entrants import Request
from tournaments.seating.fit import fit
from tournaments.seating.room import Room
from tournaments.seating.schedule import Round, Schedule
from tournaments.seating.search import improved
from tournaments.seating.shapes import shape
from tournaments.seating.start_order import Order, order_tables

GUESSES = 10
"""Constructions looked at: they differ in who takes which place, so in which pairs that must not meet do."""


def draw(asked: Request) -> Schedule:
    """The schedule for a request: the same for the same request, everywhere.

    Hard aims that nothing can meet (three players apart from each other at two tables) stay visible in its score.
    """
    random = chance("draw", asked.seed)
    room = _guessed(asked, random)
    for _ in range(1, GUESSES):
        if room.cost <= room.least():
            break
        room = min(room, _guessed(asked, random), key=lambda each: each.cost)
    rounds = improved(room, random).named()
    if asked.start == "drawn":
        rounds = [[shuffled(random, table) for table in tables] for tables in rounds]
    return Schedule(asked, in_order(asked, rounds, 1))


def _guessed(asked: Request, random: Random) -> Room:
    """All rounds seated by construction as far as that goes: where some miss rounds, others take their places."""
    sizes = shape(len(asked.entrants), asked.sizes)
    if sizes is None:
        return seated(asked, [[]] * asked.rounds, 1, random)
    in_order_of_size = [
        sorted(tables, key=lambda table: _preference(asked, table)) for tables in construction(asked, sizes, random)
    ]
    return seated(asked, in_order_of_size, 1, random)


def _preference(asked: Request, table: Sequence[str]) -> int:
    """Which size a table has, in the order of preference; tables of none of them come last."""
    return asked.sizes.index(len(table)) if len(table) in asked.sizes else len(asked.sizes)


def seated(asked: Request, wished: Sequence[Sequence[Sequence[str]]], from_round: int, random: Random) -> Room:
    """Seats all rounds as wished: those before ``from_round`` exactly so, the others as far as they fit."""
    room = Room(asked, from_round)
    for number, tables in enumerate(wished, 1):
        by_number = [[room.number[player] for player in table] for table in tables]
        room.add_round(by_number if number < from_round else fit(room, number, by_number, random))
    return room


def in_order(asked: Request, rounds: Order, from_round: int) -> tuple[Round, ...]:
    """The rounds with the open ones in start order, or in the order of the ids where the dice decide it."""
    if asked.start == "drawn":
        order_tables(rounds, asked, from_round)
    else:
        rounds[from_round - 1 :] = [[sorted(table) for table in tables] for tables in rounds[from_round - 1 :]]
    return tuple(tuple(tuple(table) for table in tables) for tables in rounds)
