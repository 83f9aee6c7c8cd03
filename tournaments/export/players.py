"""The players as a table; as CSV it can be read again, with nothing lost."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.export.table import Table
from tournaments.export.titles import player_column, title
from tournaments.players.entrant import Entrant
from tournaments.players.reading import sort_key

KEYS = (
    *("number", "name", "reading", "club", "region", "class_", "team", "flags", "qualified_by"),
    *("reserve", "first_round", "dropped_after", "walk_in", "note", "id"),
)


def players(entrants: Sequence[Entrant], language: str) -> Table:
    """All entrants by reading."""
    return Table(
        title("players", language),
        tuple(player_column(key, language) for key in KEYS),
        tuple(
            tuple("; ".join(each.flags) if key == "flags" else getattr(each, key) for key in KEYS)
            for each in sorted(entrants, key=sort_key)
        ),
    )
