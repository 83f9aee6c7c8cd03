"""How good a schedule is: a figure for each aim, where 0 is perfect.

A figure counts pairs of rounds, and three rounds once more, so that a third time for one weighs more than a second time
for three others (`repeated`):

- ``forbidden``: meetings of pairs that must not meet; ``fixed``: players away from their fixed table.
- ``rematches``: for each two players, the pairs of rounds in which they shared a table; earlier rounds count too.
- ``clubs``: pairs of clubmates at one table, over all rounds; ``namesakes``: likewise, of those who share a name.
- ``odd_tables``: for each player, the pairs of rounds at tables of a size other than the preferred one.
- ``start_order``: for each player, the pairs of rounds with the same start order.
- ``neighbours``: for each player, the pairs of rounds in which the same player started after them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from tournaments.seating.entrants import ORDER_AIMS, TABLE_AIMS, Request
from tournaments.seating.schedule import Schedule, Table

HARD = ("forbidden", "fixed")
"""Aims with priority over all others."""
ONCE_IS_TOO_OFTEN = (*HARD, "clubs", "namesakes")
"""Aims that count every occurrence; the others count pairs of occurrences."""
Mark = tuple[str, object]
"""An aim, and an occurrence it counts: two players, a player and a start order, ..."""


def scored(request: Request) -> tuple[str, ...]:
    """The aims that have a figure, the hard ones first; no start order if that is rolled at the table."""
    left_out = ORDER_AIMS if request.start == "rolled" else ()
    named = request.aims + tuple(
        aim for aim in ("rematches", "clubs", "odd_tables", *ORDER_AIMS) if aim not in request.aims
    )
    if request.version > 1 and any(entrant.namesake is not None for entrant in request.entrants):
        place = sum(aim in TABLE_AIMS for aim in named)
        named = (*named[:place], "namesakes", *named[place:])
    return HARD + tuple(aim for aim in named if aim not in left_out)


@dataclass(frozen=True, slots=True)
class Marker:
    """Finds what a table contributes to the figures."""

    request: Request
    clubs: Mapping[str, str | None]
    namesakes: Mapping[str, str | None]
    apart: frozenset[tuple[str, str]]
    fixed: Mapping[tuple[int, str], int]

    def marks(self, number: int, table_number: int, table: Table) -> Iterator[Mark]:
        yield from self._pairs(table)
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

    def _pairs(self, table: Table) -> Iterator[Mark]:
        for one, other in combinations(sorted(table), 2):
            yield "rematches", (one, other)
            for aim, labels in (("clubs", self.clubs), ("namesakes", self.namesakes)):
                label = labels.get(one)
                if label is not None and label == labels.get(other):
                    yield aim, (one, other)
            if (one, other) in self.apart:
                yield "forbidden", (one, other)


def marker(request: Request) -> Marker:
    return Marker(
        request,
        {entrant.id: entrant.club for entrant in request.entrants},
        {entrant.id: entrant.namesake for entrant in request.entrants} if request.version > 1 else {},
        frozenset(request.apart),
        {
            (number, entrant.id): table
            for entrant in request.entrants
            for number in range(1, request.rounds + 1)
            if (table := entrant.fixed_at(number)) is not None
        },
    )


def met_before(request: Request) -> Counter[Mark]:
    """The number of times that each two had met in the rounds before the first one."""
    return Counter(
        ("rematches", pair) for tables in request.before for table in tables for pair in combinations(sorted(table), 2)
    )


def tally(schedule: Schedule) -> Counter[Mark]:
    """The number of times of each occurrence in a schedule, and of each meeting before it."""
    table_marker = marker(schedule.now)
    found = met_before(schedule.now)
    found.update(
        mark
        for number, tables in enumerate(schedule.rounds, 1)
        for table_number, table in enumerate(tables, 1)
        for mark in table_marker.marks(number, table_number, table)
    )
    return found


def pairs(times: int) -> int:
    return times * (times - 1) // 2


def repeated(times: int, version: int) -> int:
    """What it costs if something happens in so many rounds: each pair of these rounds, and each three of them.

    So one pair of players that meets three times (4) is worse than three pairs that meet twice (3), but not than five.
    In version 1 of the drawing only pairs counted.
    """
    return pairs(times) if version == 1 else pairs(times) * (times + 1) // 3


def worth(aim: str, times: int, version: int) -> int:
    """What an occurrence contributes to the aim's figure if it happens this many times."""
    return times if aim in ONCE_IS_TOO_OFTEN else repeated(times, version)


def score(schedule: Schedule) -> dict[str, int]:
    """The figure of every aim, in order of priority."""
    version, before = schedule.request.version, met_before(schedule.now)
    figures = dict.fromkeys(scored(schedule.request), 0)
    for mark, times in tally(schedule).items():
        figures[mark[0]] += worth(mark[0], times, version) - worth(mark[0], before[mark], version)
    return figures
