"""The standings as a table with a column for each criterion of the regulation, in its order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.export.table import Column, Table
from tournaments.export.titles import column, title
from tournaments.players.entrant import Entrant
from tournaments.standings.standings import Standings


def standings(
    given: Standings, criteria: Sequence[str], entrants: Sequence[Entrant], penalties: Mapping[str, str], language: str
) -> Table:
    """All players by rank, equals by number.

    ``criteria``: the names of the criteria in the reader's language; ``penalties``: by player, the penalties that
    affect the standings.
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
            known[row.player].name,
            known[row.player].club,
            row.games,
            *row.values,
            penalties.get(row.player),
        )
        for row in sorted(given.rows, key=lambda row: (row.rank, known[row.player].number))
    )
    first = tuple(column(key, language) for key in ("rank", "number", "player", "club", "games"))
    return Table(title("standings", language), (*first, *compared, column("penalties", language)), rows)
