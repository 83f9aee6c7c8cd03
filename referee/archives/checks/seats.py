"""The draws and the seats: every seating drawn again from its seed, and the seats compared with it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from referee.archives.facts import Archived, before_merges, facts_in
from referee.archives.naming import in_every_language, seating_kind, told, told_faults
from referee.core.problems import Problem
from referee.results.facts import Facts
from referee.seating.tables_of_round import (
    BY_PLACE,
    QUALIFIERS,
    RANKED,
    bracket_tables,
    ranked_tables,
    rotated_from,
    rotation_origin,
)
from tournaments.archive import records
from tournaments.archive.difference import Discrepancy
from tournaments.archive.unpack import Numbered, OpenedArchive
from tournaments.fault import Faulty
from tournaments.players.stand_in import sits_in
from tournaments.seating.construction import start_by_lot
from tournaments.seating.file import PREPARED, SCHEDULE, Filed, parse
from tournaments.seating.file import check as schedule_faults
from tournaments.seating.schedule import Round as Tables
from tournaments.seating.schedule import Schedule
from tournaments.seating.swap import moved

FILE = "seatings.jsonl"
INPUTS, FACTS = {"apart", "table"}, {"results", "penalties", "fields"}
"""What the public archive may withhold: of what a draw was asked for, and of what other seats follow from."""


def seating_differences(archive: OpenedArchive, archived: Archived) -> Iterator[Discrepancy]:
    """Yield where draws and seats differ from what follows from seeds, results and moves."""
    for each in archive.numbered(records.FiledSeating):
        line: records.FiledSeating = each.value
        try:
            filed = parse(json.dumps(line.document))
        except Faulty as error:
            yield from (
                Discrepancy(FILE, each.number, "draw_unreadable", {"why": told_faults([fault])})
                for fault in error.faults
            )
            continue
        withheld = {*line.withheld} if archive.public else set()
        for fault in schedule_faults(filed) if not withheld & INPUTS else ():
            yield Discrepancy(FILE, each.number, "draw_differs", {"why": told_faults([fault])})
        if filed.kind not in (SCHEDULE, PREPARED, "self_chosen") and not withheld & FACTS:
            yield from _followed(archived, each, filed)
        if line.state == "published":
            yield from _seats_differ(archive, archived, line, filed.schedule.rounds)
    yield from _playoffs(archive, archived)


def _followed(archived: Archived, numbered: Numbered, filed: Filed) -> Iterator[Discrepancy]:
    """Tables that follow from results or earlier seats: as these stood when they were made."""
    line: records.FiledSeating = numbered.value
    request = filed.schedule.request
    present = {each.id for each in request.entrants}
    moves = filed.schedule.moves
    kind = in_every_language(partial(seating_kind, filed.kind))
    try:
        drawn_at = line.made_at if line.drawn_at is None else line.drawn_at
        facts = _as_of(facts_in(archived, drawn_at), present, line.first_round)
        again = _tables(before_merges(archived, drawn_at), facts, filed.kind, line.first_round, present, request.seed)
        if request.start == "rolled":
            again = tuple(tuple(sorted(table)) for table in again)
        schedule = Schedule(request, (again,))
        for move in moves:
            schedule = moved(schedule, move)
    except (Faulty, Problem) as error:
        yield Discrepancy(FILE, numbered.number, "seats_underivable", {"kind": kind, "why": told(error)})
        return
    except (LookupError, TypeError, ValueError):  # what the rule needs is not in the archive, or is of another kind
        yield Discrepancy(FILE, numbered.number, "seats_impossible", {"kind": kind})
        return
    if schedule.rounds != filed.schedule.rounds:
        there = _differing(filed.schedule.rounds[0], schedule.rounds[0])
        yield Discrepancy(FILE, numbered.number, "seats_follow", {"kind": kind, "tables": there})


def _as_of(facts: Facts, present: set[str], number: int) -> Facts:
    """The facts without later drop-outs and stand-ins: whoever was seated, or played on, had not left then."""
    entrants = []
    for each in facts.entrants:
        if each.stands_for in present:  # the player sat there: the stand-in was named later
            entrants.append(replace(each, dropped_after=number - 1))
        elif not each.stands_for and (each.id in present or (each.dropped_after or 0) >= number):
            entrants.append(replace(each, dropped_after=None))
        else:
            entrants.append(each)
    return replace(facts, entrants=tuple(entrants))


def _tables(archived: Archived, facts: Facts, kind: str, number: int, present: set[str], seed: str) -> Tables:
    planned = facts.regulation.rounds[number - 1]
    if kind == RANKED:
        return ranked_tables(facts, planned, present, seed)
    if kind == QUALIFIERS:
        return bracket_tables(facts, planned, seed)
    seats = _by_table(archived, rotation_origin(facts.regulation, number))
    tables = rotated_from(facts, tuple(seats[table] for table in sorted(seats)), number, present)
    return start_by_lot(tables, seed) if kind == BY_PLACE else tables


def _differing(there: Tables, again: Tables) -> str:
    numbers = [
        str(number)
        for number in range(1, max(len(there), len(again)) + 1)
        if there[number - 1 : number] != again[number - 1 : number]
    ]
    return ", ".join(numbers)


def _seats_differ(
    archive: OpenedArchive, archived: Archived, line: records.FiledSeating, rounds: tuple[Tables, ...]
) -> Iterator[Discrepancy]:
    """Seats that are neither as published nor as somebody noted since."""
    exchanged = {each.table: each.players for each in archive.all(records.FiledExchange)}
    ids = {(each.round, each.number): each.id for each in archived.tables}
    numbered = {(each.value.round, each.value.table): each.number for each in archive.numbered(records.FiledSeat)}
    for number, tables in enumerate(rounds, line.first_round):
        seats = _by_table(archived, number)
        if not seats:
            continue  # dissolved or not public
        instead = sits_in(facts_in(archived).entrants, number)  # since the order was noted, perhaps
        for table, players in enumerate(tables, 1):
            here = seats.get(table, ())
            noted = exchanged.get(ids.get((number, table), ""))
            noted = None if noted is None else tuple(instead.get(player, player) for player in noted)
            if here not in (players, noted) and not (noted is None and _same_in_any_order(here, players, archived)):
                place = numbered.get((number, table), 0)
                yield Discrepancy("seats.csv", place, "seats_differ", {"round": number, "table": table})
        for table in sorted(seats.keys() - set(range(1, len(tables) + 1))):
            place = numbered.get((number, table), 0)
            yield Discrepancy("seats.csv", place, "seats_differ", {"round": number, "table": table})


def _same_in_any_order(here: tuple[str, ...], players: tuple[str, ...], archived: Archived) -> bool:
    """Whether only the start order differs where it is rolled at the table."""
    return sorted(here) == sorted(players) and facts_in(archived).regulation.seating.start_order == "rolled"


def _by_table(archived: Archived, number: int) -> dict[int, tuple[str, ...]]:
    found: dict[int, list[tuple[int, str]]] = {}
    for each in archived.seats:
        if each.round == number:
            found.setdefault(each.table, []).append((each.start_order, each.player))
    return {table: tuple(player for _, player in sorted(seats)) for table, seats in found.items()}


def _playoffs(archive: OpenedArchive, archived: Archived) -> Iterator[Discrepancy]:
    """Play-offs: their start order is drawn from the event's seed."""
    exchanged = {each.table: each.players for each in archive.all(records.FiledExchange)}
    ids = {(each.round, each.number): each.id for each in archived.tables}
    for each in archive.numbered(records.FiledRound):
        line: records.FiledRound = each.value
        if line.playoff is None:
            continue
        # Drawn by the ids of that time: somebody may have been merged with somebody else since.
        then = before_merges(archived, line.published_at or 0)
        (players,) = (round_.players for round_ in then.rounds if round_.number == line.number)
        (order,) = start_by_lot((players,), f"{archived.event.seed}/playoff/{line.number}")
        here = _by_table(then, line.number).get(1, ())
        if here not in (order, exchanged.get(ids.get((line.number, 1), ""))):
            yield Discrepancy("rounds.jsonl", each.number, "seats_differ", {"round": line.number, "table": 1})
