"""A schedule: the request, who sits where, and every change since the draw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tournaments.seating.entrants import Request, Sitter

Table = tuple[str, ...]
"""The ids at a table, in start order, or sorted by id if the start order is rolled at the table."""
Round = tuple[Table, ...]
"""The tables of a round, from table 1."""


@dataclass(frozen=True, slots=True)
class SeatSwap:
    """Two players swapped places in a round, or one took the other's place."""

    round: int
    one: str
    other: str
    reason: str
    author: str | None = None


@dataclass(frozen=True, slots=True)
class Reseat:
    """The rounds from ``from_round`` on were reseated.  ``changed``: the entrants that changed."""

    from_round: int
    changed: tuple[Sitter, ...]
    reason: str
    author: str | None = None


Move = SeatSwap | Reseat


@dataclass(frozen=True, slots=True)
class Schedule:
    """A schedule.  ``request``: the one it was drawn from; ``moves``: the changes since, in order."""

    request: Request
    rounds: tuple[Round, ...]
    moves: tuple[Move, ...] = ()

    @property
    def now(self) -> Request:
        """The current request: the drawn one, with the entrants changed since."""
        entrants = {entrant.id: entrant for entrant in self.request.entrants}
        for move in self.moves:
            if isinstance(move, Reseat):
                entrants |= {entrant.id: entrant for entrant in move.changed}
        return replace(self.request, entrants=tuple(entrants[each] for each in sorted(entrants)))

    def seat(self, player: str, number: int) -> tuple[int, int] | None:
        """The table and start order of a player in a round, from 1; None if they are not seated."""
        return seats(self.rounds[number - 1]).get(player)


def seats(tables: Round) -> Mapping[str, tuple[int, int]]:
    """The table and start order of every player in a round, from 1."""
    return {player: (number, order) for number, table in enumerate(tables, 1) for order, player in enumerate(table, 1)}
