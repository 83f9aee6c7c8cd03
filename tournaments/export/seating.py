"""The seating as a table with one row for each seat."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.export.table import Table
from tournaments.export.titles import column, title
from tournaments.players.entrant import Entrant

KEYS = ("round", "table", "start_order", "number", "player", "reading", "club")


def seating(rounds: Sequence[Sequence[Sequence[str]]], entrants: Sequence[Entrant], language: str) -> Table:
    """All seats by round, table and start order.  ``rounds``: tables of player ids in start order, as in a schedule."""
    known = {each.id: each for each in entrants}
    rows = tuple(
        (round, table, order, who.number, who.name, who.reading, who.club)
        for round, tables in enumerate(rounds, 1)
        for table, players in enumerate(tables, 1)
        for order, who in enumerate((known[player] for player in players), 1)
    )
    return Table(title("seating", language), tuple(column(key, language) for key in KEYS), rows)
