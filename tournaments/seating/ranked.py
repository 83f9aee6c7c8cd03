"""Tables by standing, with the best at table 1: for Swiss systems by running total, ranked boards on the last day, and
final tables.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.fault import Fault, Faulty
from tournaments.seating.chance import chance, shuffled
from tournaments.seating.schedule import Round
from tournaments.seating.shapes import no_fit, shape


def seat_ranked(groups: Sequence[Sequence[str]], sizes: Sequence[int], seed: str | int) -> Round:
    """Seat tables by standing.  ``groups``: ids by rank, the best first, those of equal rank in one group.

    Equals are shuffled.  Within a table the better player starts earlier (but see `start_by_lot`); tables of unusual
    size come last.  Groups of one at a single table make a final in the order of its seeds.  Raises `Faulty` if the
    numbers do not fit or a player is named twice.
    """
    named = [player for group in groups for player in group]
    faults = [Fault("", "seating_named_twice", {"given": each}) for each in sorted(set(named)) if named.count(each) > 1]
    found = shape(len(named), sizes)
    if found is None:
        faults.append(no_fit(len(named), sizes, ""))
    if faults or found is None:
        raise Faulty(faults)
    random = chance("ranked", seed)
    order = [player for group in groups for player in shuffled(random, sorted(group))]
    ends = [sum(found[: place + 1]) for place in range(len(found))]
    return tuple(tuple(order[end - size : end]) for end, size in zip(ends, found, strict=True))


def start_by_lot(tables: Round, seed: str | int) -> Round:
    """The same tables with their start orders drawn."""
    random = chance("start", seed)
    return tuple(tuple(shuffled(random, sorted(table))) for table in tables)
