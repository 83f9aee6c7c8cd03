"""Moves players by hand, with a reason, and replays all moves of a schedule."""

from __future__ import annotations

from dataclasses import replace

from tournaments.fault import Fault, Faulty
from tournaments.seating.draw import draw
from tournaments.seating.entrants import Request
from tournaments.seating.reseat import apply_reseat
from tournaments.seating.schedule import Move, Schedule, SeatKept, SeatMerge, SeatSwap, renamed


def swap(schedule: Schedule, number: int, one: str, other: str, reason: str, author: str | None = None) -> Schedule:
    """Return the schedule after two players swapped places in a round; if only one is seated, the other takes the
    place.

    With a reason everything is allowed; `violations` reports what it breaks.  Raises `Faulty` for an unknown round or
    player, and without a reason.
    """
    return _swapped(schedule, SeatSwap(number, one, other, reason, author))


def replay(request: Request, moves: tuple[Move, ...]) -> Schedule:
    """Draw a schedule from a request and apply all its moves.  Raises `Faulty` if a move is not possible."""
    schedule = draw(request)
    for move in moves:
        schedule = moved(schedule, move)
    return schedule


def moved(schedule: Schedule, move: Move) -> Schedule:
    """The schedule after a move.  Raises `Faulty` if the move is not possible."""
    if isinstance(move, SeatMerge):
        return merge(schedule, move)
    if isinstance(move, SeatKept):
        return take_seat(schedule, move)
    return _swapped(schedule, move) if isinstance(move, SeatSwap) else apply_reseat(schedule, move)


def merge(schedule: Schedule, move: SeatMerge) -> Schedule:
    """The schedule after two registrations were merged.  The request stays as it was: by it anybody can draw again."""
    start = schedule.request.start
    rounds = tuple(renamed(tables, move.gone, move.kept, start) for tables in schedule.rounds)
    return replace(schedule, rounds=rounds, moves=(*schedule.moves, move))


def take_seat(schedule: Schedule, move: SeatKept) -> Schedule:
    """The schedule after somebody took another's seats.

    Raises `Faulty` if nobody is known by the id of ``gone``, or ``came`` sits somewhere else in one of the rounds.
    """
    if move.gone not in {entrant.id for entrant in schedule.now.entrants}:
        raise Faulty([Fault("players", "seating_unknown", {"player": move.gone})])
    ahead = range(move.from_round, len(schedule.rounds) + 1)
    if move.came == move.gone or any(schedule.seat(move.came, number) for number in ahead):
        raise Faulty([Fault("players", "seating_named_twice", {"given": move.came})])
    rounds = tuple(
        renamed(tables, move.gone, move.came, schedule.request.start) if number in ahead else tables
        for number, tables in enumerate(schedule.rounds, 1)
    )
    return replace(schedule, rounds=rounds, moves=(*schedule.moves, move))


def _swapped(schedule: Schedule, move: SeatSwap) -> Schedule:
    faults = _faults(schedule, move)
    if faults:
        raise Faulty(faults)
    instead = {move.one: move.other, move.other: move.one}
    tables = tuple(tuple(instead.get(player, player) for player in table) for table in schedule.rounds[move.round - 1])
    if schedule.request.start == "rolled":
        tables = tuple(tuple(sorted(table)) for table in tables)
    rounds = (*schedule.rounds[: move.round - 1], tables, *schedule.rounds[move.round :])
    return replace(schedule, rounds=rounds, moves=(*schedule.moves, move))


def _faults(schedule: Schedule, move: SeatSwap) -> list[Fault]:
    faults = [] if move.reason.strip() else [Fault("reason", "seating_no_reason")]
    if move.one == move.other:
        faults.append(Fault("players", "seating_same_player", {"player": move.one}))
    known = {entrant.id for entrant in schedule.now.entrants}
    unknown = [each for each in (move.one, move.other) if each not in known]
    faults += [Fault("players", "seating_unknown", {"player": each}) for each in unknown]
    if not 1 <= move.round <= len(schedule.rounds):
        facts = {"given": move.round, "least": 1, "most": len(schedule.rounds)}
        faults.append(Fault("round", "wanted_whole", facts))
    elif not unknown and not any(schedule.seat(each, move.round) for each in (move.one, move.other)):
        neither = {"one": move.one, "other": move.other, "round": move.round}
        faults.append(Fault("players", "seating_neither_seated", neither))
    return faults
