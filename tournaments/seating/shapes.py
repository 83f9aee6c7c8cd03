"""How many tables of which size: as few as possible of a size other than the preferred one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement

from tournaments.fault import Fault

SMALLEST, LARGEST = 2, 8
"""The numbers of players that the game is for."""


def shape(count: int, sizes: Sequence[int]) -> tuple[int, ...] | None:
    """The table sizes for a number of players, the preferred ones first; None if no combination fits.

    ``sizes``: the preferred size, then the others, better ones first.  The fewest tables of other sizes win; on a tie,
    the sizes listed earlier.  So ten players in 4, 5, 6 are 4 and 6, not 5 and 5.
    """
    preferred, *others = sizes
    for number in range(preferred):  # of `preferred` others, some always sum to a multiple of it
        for odd in combinations_with_replacement(others, number):
            left = count - sum(odd)
            if left >= 0 and left % preferred == 0:
                return (preferred,) * (left // preferred) + odd
    return None


def no_fit(count: int, sizes: Sequence[int], path: str) -> Fault:
    """A fault that the numbers do not fit, with the nearest player numbers that do and further sizes that help."""
    fewer = next((near for near in range(count - 1, 0, -1) if shape(near, sizes)), None)
    more = next(near for near in range(count + 1, count + max(sizes) + 1) if shape(near, sizes))
    also = [size for size in range(3, LARGEST) if size not in sizes and shape(count, (*sizes, size))]
    return Fault(
        path,
        "seating_no_fit",
        {
            "count": count,
            "sizes": ", ".join(map(str, sizes)),
            "fitting": ", ".join(str(near) for near in (fewer, more) if near),
            "also": ", ".join(map(str, also)) or "-",
        },
    )
