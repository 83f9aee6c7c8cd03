"""The tables to export with their logs, as of the time of the request; logs are read in batches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sqlmodel import col, select

from referee.core.chain import ChainLine
from referee.core.database.database import Database
from referee.log.table_game import TableGames
from referee.models import GameTable, Round

BATCH_SIZE = 200
"""Entries read per batch."""


class ExportedTable(NamedTuple):
    """A table to export: its log up to ``seq``.  ``header`` is JSON text, ``created_at`` in ms since 1970, UTC;
    ``root``: the header that the log began with, where its players have been exchanged since.
    """

    id: str
    event_id: str
    round_id: str
    round_number: int
    number: int
    state: str
    header: str
    seq: int
    head: str
    created_at: int
    root: str


def exported_tables(
    database: Database, *, event_id: str | None = None, round_id: str | None = None, table_id: str | None = None
) -> list[ExportedTable]:
    query = select(GameTable, Round.number).join(Round, col(Round.id) == col(GameTable.round_id))
    for column, value in ((GameTable.event_id, event_id), (GameTable.round_id, round_id), (GameTable.id, table_id)):
        if value is not None:
            query = query.where(column == value)
    with database.read() as session:
        return [
            ExportedTable(
                table.id,
                table.event_id,
                table.round_id,
                round_number,
                table.number,
                table.state,
                table.header,
                table.seq,
                table.head,
                table.created_at,
                table.root,
            )
            for table, round_number in session.exec(query.order_by(col(Round.number), col(GameTable.number)))
        ]


def lines(games: TableGames, table: ExportedTable) -> Iterator[ChainLine]:
    """Yield the log of a table up to the last entry at the time the export began."""
    after = 0
    while after < table.seq:
        for line in games.lines(table.id, after, table.seq, most=BATCH_SIZE):
            yield line
            after = line.seq


def table_name(table: ExportedTable) -> str:
    """The base name of a table's file: unique within its event, and safe on every system."""
    return f"round-{table.round_number}-table-{table.number}"
