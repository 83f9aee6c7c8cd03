"""A schedule that follows from round one, for events in which the players chose their first tables.

As in the Japanese championship of 2004: the second table is the first table plus the first start order.  Continued like
that, round r's table is t + (r - 1) x o, wrapping around after the last table.  It needs no computer and fits on a
card.
"""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.seating.schedule import Round


def rotation(first: Round, rounds: int) -> tuple[Round, ...]:
    """All rounds.  ``first``: the tables of round one, in the start order rolled there.

    In each later round the start order at a table moves on by one more place.  Nobody meets twice in three rounds
    unless the number of tables divides a difference of two start orders, or twice one: tables of four at 4 or 6 tables,
    of five at 6 or 8, of six at 6, 8 or 10, and fewer tables than players at one.
    """
    count = len(first)
    schedule = [first]
    for number in range(1, rounds):
        tables: list[list[tuple[int, str]]] = [[] for _ in range(count)]
        for place, table in enumerate(first):
            for order, player in enumerate(table, 1):
                tables[(place + number * order) % count].append((order, player))
        in_order = [[player for _, player in sorted(table)] for table in tables]
        schedule.append(tuple(_moved_on(table, number) for table in in_order))
    return tuple(schedule)


def rotation_by_place(first: Round, places: Mapping[str, int], rounds: int) -> tuple[Round, ...]:
    """The rotation by the ``places`` in round one instead of the start orders, as in the championship of 2003: the
    second table is the first table plus the place there.

    ``first``: the tables of round one in start order; players with the same place keep that order.
    """
    return rotation(tuple(tuple(sorted(table, key=places.__getitem__)) for table in first), rounds)


def _moved_on(table: list[str], by: int) -> tuple[str, ...]:
    start = by % len(table) if table else 0
    return (*table[start:], *table[:start])
