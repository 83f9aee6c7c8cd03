"""Why a player is ahead of another."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.standings.standings import Row, Standings
from tournaments.standings.tally import Value


@dataclass(frozen=True, slots=True)
class Separation:
    """What separates two players.

    ``criterion``: the index (from 0) of the one that separated them; by all before it they are equal.
    """

    ahead: str
    behind: str
    criterion: int
    value_ahead: Value | None
    value_behind: Value | None


def why(standings: Standings, player: str, other: str) -> Separation | None:
    """What separates two players; None if they share a rank.  Raises KeyError if one is not in the standings."""
    rows = {row.player: row for row in standings.rows}
    return _separation(*sorted((rows[player], rows[other]), key=lambda row: row.rank))


def ahead_of_each(standings: Standings) -> dict[str, Separation]:
    """For each player, what separates them from the next one ahead; the first have no entry."""
    found: dict[str, Separation] = {}
    last: Row | None = None
    before: Row | None = None
    for row in standings.rows:
        if last is not None and last.rank < row.rank:
            before = last
        separation = _separation(before, row) if before is not None else None
        if separation is not None:
            found[row.player] = separation
        last = row
    return found


def _separation(ahead: Row, behind: Row) -> Separation | None:
    if ahead.rank == behind.rank:
        return None
    number = next(
        number for number, (value, other) in enumerate(zip(ahead.values, behind.values, strict=True)) if value != other
    )
    return Separation(ahead.player, behind.player, number, ahead.values[number], behind.values[number])
