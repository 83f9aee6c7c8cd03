"""The players as a table; a CSV export can be imported again without loss."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.export.table import Table
from tournaments.export.titles import player_column, title
from tournaments.players.entrant import FIELDS, Entrant
from tournaments.players.fields import as_text
from tournaments.players.reading import sort_key

KEYS = (*(key for key in FIELDS if key != "id"), "id")


def players(entrants: Sequence[Entrant], language: str) -> Table:
    """All entrants, sorted by reading."""
    return Table(
        title("players", language),
        tuple(player_column(key, language) for key in KEYS),
        tuple(
            tuple(as_text(each.flags) if key == "flags" else getattr(each, key) for key in KEYS)
            for each in sorted(entrants, key=sort_key)
        ),
    )
