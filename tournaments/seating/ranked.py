"""Tables by standing: the best at table 1, as in Swiss systems by running total, on the last day's ranked boards, and
at a final table.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.fault import Fault, Faulty
from tournaments.seating.chance import chance, shuffled
from tournaments.seating.schedule import Round
from tournaments.seating.shapes import no_fit, shape


def seat_ranked(groups: Sequence[Sequence[str]], sizes: Sequence[int], seed: str | int) -> Round:
    """Tables by standing; ``groups``: ids by rank, the best first, those of equal rank in one group.

    Equals are put in an order of chance.  Within a table the better starts earlier (see `start_by_lot`); tables of
    other sizes than the preferred one are the last.  Groups of one at one table are a final in the order of its seeds.
    Raises `Faulty` where the numbers do not fit or somebody is named twice.
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
