"""Tables to begin with: by the rotation that organizers use, from tables that the players chose, or by standing.

As in the Japanese championship of 2004: the second table is the first table plus the first start order.  Continued like
that, round r's table is t + (r - 1) x o, wrapping around after the last table.  It needs no computer and fits on a
card.

Place (o, t) is at table t + r x o in round r.  Two places meet twice only if the difference of their o multiplied by
that of two rounds is 0, which never happens in a field; places with the same o never meet at all.  For q tables of q,
the lines with the same o make one more round: the affine plane.  What the arithmetic of the number of tables leaves
over is left to the search.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from tournaments.fault import Fault, Faulty
from tournaments.seating.entrants import Request, Sitter
from tournaments.seating.schedule import Round
from tournaments.seating.search import chance, shuffled
from tournaments.seating.shapes import FITS, no_fit, shape

Times = Callable[[int, int], int]
Plus = Callable[[int, int], int]

POLYNOMIALS = {4: 0b111, 8: 0b1011, 16: 0b10011, 32: 0b100101, 64: 0b1000011}
"""The irreducible polynomials that define multiplication in the fields of these sizes."""


def arithmetic(count: int) -> tuple[Plus, Times]:
    """Addition and multiplication on 0 to ``count`` - 1: a field for primes and small powers of two, else a ring."""
    if count not in POLYNOMIALS:
        return (lambda one, other: (one + other) % count), (lambda one, other: one * other % count)
    polynomial = POLYNOMIALS[count]

    def times(one: int, other: int) -> int:
        product = 0
        while other:
            if other & 1:
                product ^= one
            one <<= 1
            if one >= count:
                one ^= polynomial
            other >>= 1
        return product

    return (lambda one, other: one ^ other), times


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


def construction(request: Request, sizes: Sequence[int], random: Random) -> list[list[list[str]]]:
    """For every round, lists of all entrants about as long as the tables of ``sizes``.

    Clubmates get places with the same o as far as possible, so that they do not meet.
    """
    count, base = len(sizes), min(sizes)
    plus, times = arithmetic(count)
    places = [(order, table) for order in range(max(sizes)) for table in range(count) if order < sizes[table]]
    order_of_places: dict[int, list[int]] = {}
    for order, table in places:
        order_of_places.setdefault(order, []).append(table)
    filled = [(order, table) for order in sorted(order_of_places) for table in shuffled(random, order_of_places[order])]
    players = by_club(request.entrants, random)
    rounds = []
    for number in range(request.rounds):
        tables: list[list[str]] = [[] for _ in range(count)]
        for player, (order, table) in zip(players, filled, strict=True):
            plane = number == count == base == max(sizes)
            tables[order if plane else plus(table, times(number % count, order % count))].append(player)
        rounds.append(shuffled(random, tables))
    return rounds


def by_club(entrants: Sequence[Sitter], random: Random) -> list[str]:
    """The ids club by club, in random order; then those without a club."""
    clubs: dict[str, list[str]] = {}
    for entrant in shuffled(random, entrants):
        if entrant.club is not None:
            clubs.setdefault(entrant.club, []).append(entrant.id)
    alone = shuffled(random, [entrant.id for entrant in entrants if entrant.club is None])
    return [player for club in clubs.values() for player in club] + alone


def seat_ranked(groups: Sequence[Sequence[str]], sizes: Sequence[int], seed: str | int, fit: str = FITS[0]) -> Round:
    """Seat tables by standing.  ``groups``: ids by rank, the best first, those of equal rank in one group.

    Equals are shuffled.  Within a table the better player starts earlier (but see `start_by_lot`); tables of unusual
    size come last.  Groups of one at a single table make a final in the order of its seeds.  Raises `Faulty` if the
    numbers do not fit or a player is named twice.
    """
    named = [player for group in groups for player in group]
    faults = [Fault("", "seating_named_twice", {"given": each}) for each in sorted(set(named)) if named.count(each) > 1]
    found = shape(len(named), sizes, fit)
    if found is None:
        faults.append(no_fit(len(named), sizes, ""))
    if faults or found is None:
        raise Faulty(faults)
    random = chance("ranked", seed)
    order = [player for group in groups for player in shuffled(random, sorted(group))]
    ends = [sum(found[: place + 1]) for place in range(len(found))]
    return tuple(tuple(order[end - size : end]) for end, size in zip(ends, found, strict=True))


def start_by_lot(tables: Round, seed: str | int) -> Round:
    random = chance("start", seed)
    return tuple(tuple(shuffled(random, sorted(table))) for table in tables)
