"""A schedule: what was asked for, who sits where, and every change since the draw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tournaments.seating.entrants import Entrant, Request

Table = tuple[str, ...]
"""The ids at a table, in start order; where the start order is rolled at the table, in the order of the ids."""
Round = tuple[Table, ...]
"""The tables of a round; table 1 is the first."""


@dataclass(frozen=True, slots=True)
class Swap:
    """Two players changed places in a round, or one took the other's."""

    round: int
    one: str
    other: str
    reason: str
    author: str | None = None


@dataclass(frozen=True, slots=True)
class Reseat:
    """The rounds from ``from_round`` on were seated anew; ``changed``: entrants as they are since then."""

    from_round: int
    changed: tuple[Entrant, ...]
    reason: str
    author: str | None = None


Move = Swap | Reseat


@dataclass(frozen=True, slots=True)
class Schedule:
    """A schedule.  ``request``: what was drawn from; ``moves``: the changes since, in their order."""

    request: Request
    rounds: tuple[Round, ...]
    moves: tuple[Move, ...] = ()

    @property
    def now(self) -> Request:
        """What is asked for by now: as at the draw, with the entrants changed since."""
        entrants = {entrant.id: entrant for entrant in self.request.entrants}
        for move in self.moves:
            if isinstance(move, Reseat):
                entrants |= {entrant.id: entrant for entrant in move.changed}
        return replace(self.request, entrants=tuple(entrants[each] for each in sorted(entrants)))

    def seat(self, player: str, number: int) -> tuple[int, int] | None:
        """The table and the start order of a player in a round, from 1; None where they do not sit."""
        return seats(self.rounds[number - 1]).get(player)


def seats(tables: Round) -> Mapping[str, tuple[int, int]]:
    """The table and the start order of everybody in a round, from 1."""
    return {player: (number, order) for number, table in enumerate(tables, 1) for order, player in enumerate(table, 1)}
