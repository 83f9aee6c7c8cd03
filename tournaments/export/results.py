"""Results as a table with one row for each player at a table; a CSV export can be imported again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tournaments.export.table import Table
from tournaments.export.titles import column, title
from tournaments.players.entrant import Entrant
from tournaments.result import GameResult, places

KEYS = ("round", "table", "start_order", "number", "player", "assets", "fell")
DEFAULTS = {"place": None, "points": None, "monopoly": False}
"""Values that may have been entered directly, and their defaults."""
COMPUTED = ("place_at_table", "points_given")
"""Computed values have columns that an import ignores; otherwise it would take them for entered ones."""


def results(
    games: Sequence[GameResult],
    entrants: Sequence[Entrant],
    language: str,
    points: Mapping[tuple[int, int, str], Fraction] | None = None,
) -> Table:
    """All results by round, table and start order; columns for entered values appear only if any were entered.

    ``points``: the points by the regulation, by round, table and player's id.
    """
    known = {each.id: each for each in entrants}
    everybody = [each for game in games for each in game.players]
    # Compared by identity: points of 0 are entered points.
    entered = [key for key in DEFAULTS if any(getattr(each, key) is not DEFAULTS[key] for each in everybody)]
    rows = []
    for game in sorted(games, key=lambda game: (game.round, game.table)):
        place = places(game)
        for each in sorted(game.players, key=lambda each: each.start_order):
            entrant = known[each.player]
            assets = each.assets if each.counted else None
            who = (game.round, game.table, each.start_order, entrant.number, entrant.name, assets, each.fell)
            computed = (place[each.player], (points or {}).get((game.round, game.table, each.player), each.points))
            rows.append((*who, *(getattr(each, key) for key in entered), *computed))
    columns = tuple(column(key, language) for key in (*KEYS, *entered, *COMPUTED))
    return Table(title("results", language), columns, tuple(rows))
