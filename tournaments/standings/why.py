"""Why a player is ahead of another."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.standings.standings import Row, Standings
from tournaments.standings.tally import Value


@dataclass(frozen=True, slots=True)
class Parted:
    """What separates two players.

    ``criterion``: the index (from 0) of the one that separated them; by all before it they are equal.
    """

    ahead: str
    behind: str
    criterion: int
    value_ahead: Value | None
    value_behind: Value | None


def why(standings: Standings, player: str, other: str) -> Parted | None:
    """What separates two players; None if they share a rank.  Raises KeyError if one is not in the standings."""
    rows = {row.player: row for row in standings.rows}
    return _parted(*sorted((rows[player], rows[other]), key=lambda row: row.rank))


def ahead_of_each(standings: Standings) -> dict[str, Parted]:
    """For each player, what separates them from the next one ahead; the first have no entry."""
    found: dict[str, Parted] = {}
    last: Row | None = None
    before: Row | None = None
    for row in standings.rows:
        if last is not None and last.rank < row.rank:
            before = last
        parted = _parted(before, row) if before is not None else None
        if parted is not None:
            found[row.player] = parted
        last = row
    return found


def _parted(ahead: Row, behind: Row) -> Parted | None:
    if ahead.rank == behind.rank:
        return None
    number = next(
        number for number, (value, other) in enumerate(zip(ahead.values, behind.values, strict=True)) if value != other
    )
    return Parted(ahead.player, behind.player, number, ahead.values[number], behind.values[number])
