"""A good starting point: the rotation that organizers use without a computer, calculated in a finite field if there is
one.

Place (o, t) is at table t + r x o in round r.  Two places meet twice only if the difference of their o multiplied by
that of two rounds is 0, which never happens in a field; places with the same o never meet at all.  For q tables of q,
the lines with the same o make one more round: the affine plane.  What the arithmetic of the number of tables leaves
over is left to the search.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tournaments.seating.chance import shuffled
from tournaments.seating.entrants import Entrant, Request
from tournaments.seating.field import arithmetic


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


def by_club(entrants: Sequence[Entrant], random: Random) -> list[str]:
    """The ids club by club, in random order; then those without a club."""
    clubs: dict[str, list[str]] = {}
    for entrant in shuffled(random, entrants):
        if entrant.club is not None:
            clubs.setdefault(entrant.club, []).append(entrant.id)
    alone = shuffled(random, [entrant.id for entrant in entrants if entrant.club is None])
    return [player for club in clubs.values() for player in club] + alone
