"""How good a schedule is: a figure for each aim, where 0 is perfect.

A figure counts pairs of rounds, so that a third time weighs more than two second times:

- ``forbidden``: meetings of pairs that must not meet; ``fixed``: players away from their fixed table.
- ``rematches``: for each two players, the pairs of rounds in which they shared a table.
- ``clubs``: pairs of clubmates at one table, over all rounds.
- ``odd_tables``: for each player, the pairs of rounds at tables of a size other than the preferred one.
- ``start_order``: for each player, the pairs of rounds with the same start order.
- ``neighbours``: for each player, the pairs of rounds in which the same player started after them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from tournaments.seating.entrants import ORDER_AIMS, Request
from tournaments.seating.schedule import Schedule, Table

HARD = ("forbidden", "fixed")
"""Aims with priority over all others."""
ONCE_IS_TOO_OFTEN = (*HARD, "clubs")
"""Aims that count every occurrence; the others count pairs of occurrences."""
Mark = tuple[str, object]
"""An aim, and an occurrence it counts: two players, a player and a start order, ..."""


def scored(request: Request) -> tuple[str, ...]:
    """The aims that have a figure, the hard ones first; no start order if that is rolled at the table."""
    left_out = ORDER_AIMS if request.start == "rolled" else ()
    named = request.aims + tuple(
        aim for aim in ("rematches", "clubs", "odd_tables", *ORDER_AIMS) if aim not in request.aims
    )
    return HARD + tuple(aim for aim in named if aim not in left_out)


@dataclass(frozen=True, slots=True)
class Marker:
    """Finds what a table contributes to the figures."""

    request: Request
    clubs: Mapping[str, str | None]
    apart: frozenset[tuple[str, str]]
    fixed: Mapping[tuple[int, str], int]

    def marks(self, number: int, table_number: int, table: Table) -> Iterator[Mark]:
        """The occurrences at a table."""
        for one, other in combinations(sorted(table), 2):
            yield "rematches", (one, other)
            club = self.clubs.get(one)
            if club is not None and club == self.clubs.get(other):
                yield "clubs", (one, other)
            if (one, other) in self.apart:
                yield "forbidden", (one, other)
        for player in table:
            if self.fixed.get((number, player), table_number) != table_number:
                yield "fixed", player
        if len(table) != self.request.sizes[0]:
            yield from (("odd_tables", player) for player in table)
        if self.request.start == "drawn":
            for order, player in enumerate(table):
                yield "start_order", (player, order)
                if len(table) > 1:
                    yield "neighbours", (player, table[(order + 1) % len(table)])


def marker(request: Request) -> Marker:
    """The marker for a request."""
    return Marker(
        request,
        {entrant.id: entrant.club for entrant in request.entrants},
        frozenset(request.apart),
        {
            (number, entrant.id): table
            for entrant in request.entrants
            for number in range(1, request.rounds + 1)
            if (table := entrant.fixed_at(number)) is not None
        },
    )


def tally(schedule: Schedule) -> Counter[Mark]:
    """The number of times of each occurrence in a schedule."""
    table_marker = marker(schedule.now)
    return Counter(
        mark
        for number, tables in enumerate(schedule.rounds, 1)
        for table_number, table in enumerate(tables, 1)
        for mark in table_marker.marks(number, table_number, table)
    )


def worth(aim: str, times: int) -> int:
    """What an occurrence contributes to the aim's figure if it happens this many times."""
    return times if aim in ONCE_IS_TOO_OFTEN else times * (times - 1) // 2


def score(schedule: Schedule) -> dict[str, int]:
    """The figure of every aim, in order of priority."""
    figures = dict.fromkeys(scored(schedule.request), 0)
    for (aim, _), times in tally(schedule).items():
        figures[aim] += worth(aim, times)
    return figures
