"""Who sits where, as published or as drafted."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlmodel import Session, col, select

from referee.events.queries import names_in_header, seats_by_table
from referee.models import GameTable, Player, Round, Seating
from referee.rounds.queries import in_use
from referee.seating.versions import PUBLISHED, read, versions
from tournaments.paper.facts import PrintedPerson


class SeatedTable(NamedTuple):
    """A table.  ``row``: None if it is only drafted; ``people``: in start order; ``players``: their ids, empty if the
    table has no seats and only the header of its game has names.
    """

    number: int
    row: GameTable | None
    players: tuple[str, ...]
    people: tuple[PrintedPerson, ...]

    @property
    def header(self) -> dict[str, Any]:
        """The header of its game; empty while it is only drafted."""
        found: dict[str, Any] = json.loads(self.row.header) if self.row else {}
        return found


class RoundSeats(NamedTuple):
    """The tables of a round, by number.  ``draft``: whether they are not published yet; ``version``: of the seating, 0
    if there is none.
    """

    number: int
    tables: tuple[SeatedTable, ...]
    draft: bool = False
    version: int = 0


def seats_of(
    session: Session, event_id: str, rounds: Mapping[int, Round], players: Mapping[str, Player]
) -> dict[int, RoundSeats]:
    """The tables of every round that has any, by its number.  ``rounds``, ``players``: all those of the event."""
    seatings = versions(session, event_id)
    public = {
        number: each.version
        for each in seatings
        if each.state == PUBLISHED
        for number in range(each.first_round, each.last_round + 1)
    }
    found = drafted_seats(seatings, players)
    every = session.exec(select(GameTable).where(GameTable.event_id == event_id).order_by(col(GameTable.number))).all()
    tables = in_use(session, every)
    seats = seats_by_table(session, [table.id for table in tables])
    for number, round_ in rounds.items():
        own = [table for table in tables if table.round_id == round_.id]
        if own:
            at = tuple(
                seated_table(table.number, table, tuple(each.player_id for each in seats[table.id]), players)
                for table in own
            )
            found[number] = RoundSeats(number, at, version=public.get(number, 0))
    return dict(sorted(found.items()))


def current_round(seats: Mapping[int, RoundSeats], rounds: Mapping[int, Round]) -> int:
    """The number of the round that papers are for by default: the first that is seated and not closed, else the last;
    0 if none is seated.
    """
    ahead = (number for number in seats if number not in rounds or rounds[number].state != "closed")
    return next(ahead, max(seats, default=0))


def drafted_seats(seatings: Sequence[Seating], players: Mapping[str, Player]) -> dict[int, RoundSeats]:
    """The tables of all rounds according to the latest version of each seating.  ``seatings``: latest first."""
    found: dict[int, RoundSeats] = {}
    known: set[int] = set()
    for seating in seatings:
        if seating.first_round in known:
            continue
        known.add(seating.first_round)
        for number, tables in enumerate(read(seating.document).schedule.rounds, seating.first_round):
            at = tuple(seated_table(place, None, tuple(ids), players) for place, ids in enumerate(tables, 1))
            found[number] = RoundSeats(number, at, True, seating.version)
    return found


def seated_table(
    number: int, row: GameTable | None, ids: tuple[str, ...], players: Mapping[str, Player]
) -> SeatedTable:
    """A table with its players."""
    if not ids and row is not None:
        return SeatedTable(number, row, (), tuple(PrintedPerson(name) for name in names_in_header(row.header)))
    people = (players[each] for each in ids)
    printed = (PrintedPerson(each.shown, each.reading, each.club, each.number, each.name) for each in people)
    return SeatedTable(number, row, ids, tuple(printed))
