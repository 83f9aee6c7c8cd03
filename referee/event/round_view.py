"""Rounds as whoever runs them sees them: how far each is, its clock, which tables are in and which are late."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from sqlmodel import Session, col, select

from referee.clock.hold import moves_of
from referee.clock.timeline import Clock
from referee.event.results import CONFIRMED, state_of
from referee.event.seats import seated
from referee.event.stages import in_use, stage
from referee.models import GameTable, Player, Round


class TableView(NamedTuple):
    """A table.  ``players``: names in start order, from the header where nobody was seated by us; ``result``: none,
    entered or confirmed; ``late``: its time is up, and its result is not entered.
    """

    table: GameTable
    players: list[str]
    clock: Clock
    result: str
    late: bool


class RoundView(NamedTuple):
    """A round.  ``now``: in ms, of the clocks; ``entered``: how many tables are in."""

    round: Round
    stage: str
    clock: Clock
    now: int
    tables: list[TableView]

    @property
    def entered(self) -> int:
        """How many tables have a confirmed result."""
        return sum(each.result == CONFIRMED for each in self.tables)

    @property
    def missing(self) -> list[int]:
        """The numbers of the tables that have none."""
        return [each.table.number for each in self.tables if each.result != CONFIRMED]

    @property
    def late(self) -> list[int]:
        """The numbers of the tables whose time is up and whose result is not entered."""
        return [each.table.number for each in self.tables if each.late]


def view(session: Session, round_: Round, now: int) -> RoundView:
    """A round as it is ``now``."""
    wanted = select(GameTable).where(GameTable.round_id == round_.id).order_by(col(GameTable.number))
    tables = in_use(session, session.exec(wanted).all())
    moves = moves_of(session, round_.id, [table.id for table in tables])
    now = max(now, moves.latest())
    states = state_of(session, tables)
    players = names(session, tables)
    shown = []
    for table in tables:
        clock = moves.clock(round_, now, table.id)
        late = states[table.id] == "none" and round_.state == "running" and clock.over
        shown.append(TableView(table, players[table.id], clock, states[table.id], late))
    found = stage(round_, [each.result for each in shown])
    return RoundView(round_, found, moves.clock(round_, now), now, shown)


def names(session: Session, tables: Sequence[GameTable]) -> dict[str, list[str]]:
    """The players of some tables in start order, by the table's id."""
    seats = seated(session, [table.id for table in tables])
    ids = sorted({seat.player_id for row in seats.values() for seat in row})
    wanted = select(Player).where(col(Player.id).in_(ids))
    people = {player.id: player.name for player in session.exec(wanted)}
    return {
        table.id: [people[seat.player_id] for seat in seats[table.id]] or in_header(table.header) for table in tables
    }


def in_header(header: str) -> list[str]:
    """The players that a game's header names."""
    found = json.loads(header)
    return [found.get("names", {}).get(seat, seat) for seat in found["seats"]]
