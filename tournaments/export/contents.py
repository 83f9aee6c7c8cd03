"""What an event exports as tables: players, seating, results and standings; CSV can be imported again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tournaments.export.table import Column, ExportTable, column, player_column, title
from tournaments.players.entrant import FIELDS, Entrant
from tournaments.players.fields import as_text
from tournaments.players.names import sort_key
from tournaments.result import GameResult, places
from tournaments.standings.standings import Standings

PLAYER_KEYS = (*(key for key in FIELDS if key != "id"), "id")


def players(entrants: Sequence[Entrant], language: str) -> ExportTable:
    """All entrants, sorted by reading; with the numbers of those whose seats stand-ins keep, if there are any."""
    numbers = {each.id: each.number for each in entrants}
    kept = ("stands_for",) if any(each.stands_for for each in entrants) else ()
    return ExportTable(
        title("players", language),
        (*(player_column(key, language) for key in PLAYER_KEYS), *(column(key, language) for key in kept)),
        tuple(
            (
                *(as_text(each.flags) if key == "flags" else getattr(each, key) for key in PLAYER_KEYS),
                *(numbers.get(each.stands_for or "") for _ in kept),
            )
            for each in sorted(entrants, key=sort_key)
        ),
    )


SEATING_KEYS = ("round", "table", "start_order", "number", "player", "reading", "club")


def seating(rounds: Sequence[Sequence[Sequence[str]]], entrants: Sequence[Entrant], language: str) -> ExportTable:
    """All seats by round, table and start order.  ``rounds``: tables of player ids in start order, as in a schedule."""
    known = {each.id: each for each in entrants}
    rows = tuple(
        (round, table, order, who.number, who.shown, who.reading, who.club)
        for round, tables in enumerate(rounds, 1)
        for table, players in enumerate(tables, 1)
        for order, who in enumerate((known[player] for player in players), 1)
    )
    return ExportTable(title("seating", language), tuple(column(key, language) for key in SEATING_KEYS), rows)


RESULT_KEYS = ("round", "table", "start_order", "number", "player", "assets", "fell")
DEFAULTS = {"left": False, "place": None, "points": None, "monopoly": False}
"""Values that may have been entered directly, and their defaults."""
COMPUTED = ("place_at_table", "points_given")
"""Computed values have columns that an import ignores; otherwise it would take them for entered ones."""


def results(
    games: Sequence[GameResult],
    entrants: Sequence[Entrant],
    language: str,
    points: Mapping[tuple[int, int, str], Fraction] | None = None,
) -> ExportTable:
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
            who = (game.round, game.table, each.start_order, entrant.number, entrant.shown, assets, each.fell)
            computed = (place[each.player], (points or {}).get((game.round, game.table, each.player), each.points))
            rows.append((*who, *(getattr(each, key) for key in entered), *computed))
    columns = tuple(column(key, language) for key in (*RESULT_KEYS, *entered, *COMPUTED))
    return ExportTable(title("results", language), columns, tuple(rows))


def standings(
    given: Standings,
    criteria: Sequence[str],
    entrants: Sequence[Entrant],
    penalties: Mapping[str, str],
    ranks: Mapping[str, int],
    language: str,
) -> ExportTable:
    """All players by rank, equals by number; with the classes and the ranks in them if anybody has one.

    ``criteria``: the names of the criteria in the reader's language; ``penalties``: by player, the penalties that
    affect the standings; ``ranks``: in the class, by player.
    """
    known = {each.id: each for each in entrants}
    # A criterion may occur twice: its position keeps the keys unique.
    compared = tuple(
        Column(f"{number}_{criterion.by}", name)
        for number, (criterion, name) in enumerate(zip(given.criteria, criteria, strict=True), 1)
    )
    rows = tuple(
        (
            row.rank,
            known[row.player].number,
            known[row.player].shown,
            known[row.player].club,
            row.games,
            *row.values,
            penalties.get(row.player),
            *((known[row.player].class_, ranks.get(row.player)) if ranks else ()),
        )
        for row in sorted(given.rows, key=lambda row: (row.rank, known[row.player].number))
    )
    first = tuple(column(key, language) for key in ("rank", "number", "player", "club", "games"))
    last = tuple(column(key, language) for key in ("penalties", *(("class", "class_rank") if ranks else ())))
    return ExportTable(title("standings", language), (*first, *compared, *last), rows)
