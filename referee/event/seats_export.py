"""The seats that are public, as a table to take away."""

from __future__ import annotations

from sqlmodel import Session, col, select

from referee.event.players import entrant, players_of
from referee.models import GameTable, Round, Seat
from tournaments.export.seating import seating
from tournaments.export.table import Table


def seats_table(session: Session, event_id: str, number: int | None, language: str) -> Table:
    """The seats at the tables of an event as they are by now, those of one round or of all; a row each."""
    wanted = (
        select(Round.number, GameTable.number, Seat.player_id)
        .where(Seat.table_id == GameTable.id, GameTable.round_id == Round.id, Round.event_id == event_id)
        .where(col(Round.published_at).is_not(None))
        .order_by(col(Round.number), col(GameTable.number), col(Seat.start_order))
    )
    if number is not None:
        wanted = wanted.where(Round.number == number)
    rounds: list[list[list[str]]] = []
    for round_number, table_number, player in session.exec(wanted):
        while len(rounds) < round_number:
            rounds.append([])
        tables = rounds[round_number - 1]
        while len(tables) < table_number:
            tables.append([])
        tables[table_number - 1].append(player)
    return seating(rounds, [entrant(each) for each in players_of(session, event_id)], language)
