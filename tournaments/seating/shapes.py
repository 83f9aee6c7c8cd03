"""How many tables of which size: as even as the sizes allow, or as many as possible of the preferred size."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from tournaments.fault import Fault

SMALLEST, LARGEST = 2, 8
"""The numbers of players that the game is for."""
FITS = ("even", "preferred")
"""``even``: tables differ by as few players as possible, one counting as none; ``preferred``: as few tables as possible
have another size than the preferred one, however different.
"""


def shape(count: int, sizes: Sequence[int], fit: str = FITS[0]) -> tuple[int, ...] | None:
    """The table sizes for a number of players, the preferred ones first; None if no combination fits.

    ``sizes``: the preferred size, then the others, better ones first; ``fit``: one of `FITS`.  What is equally good by
    that is decided by the fewest tables of other sizes, then by the sizes listed earlier.  So 23 players in 4, 5, 6 are
    4, 4, 5, 5, 5 if even, and 4, 4, 4, 5, 6 if preferred.
    """
    for allowed in _ranges(sizes) if fit == "even" else [tuple(sizes)]:
        found = _fewest_others(count, allowed, sizes[0])
        if found is not None:
            return found
    return None


def _ranges(sizes: Sequence[int]) -> list[tuple[int, ...]]:
    """The sizes that tables may have together, in the order listed: first those that differ by at most one player.

    Of equally wide ranges, those with the preferred size come first.
    """
    ends = [(size, size) for size in sizes] + [(min(pair), max(pair)) for pair in combinations(sizes, 2)]
    ends.sort(key=lambda pair: (max(pair[1] - pair[0], 1), not pair[0] <= sizes[0] <= pair[1], pair[0] == pair[1]))
    return [tuple(size for size in sizes if least <= size <= most) for least, most in ends]


def _fewest_others(count: int, sizes: Sequence[int], preferred: int) -> tuple[int, ...] | None:
    """The tables with the fewest of another size than the preferred one, then of the sizes listed earlier."""
    best: list[tuple[int, tuple[int, ...]] | None] = [(0, ())]  # the number of others, and their places in the list
    for players in range(1, count + 1):
        found = []
        for place, size in enumerate(sizes):
            before = best[players - size] if size <= players else None
            if before is not None and size == preferred:
                found.append(before)
            elif before is not None:
                found.append((before[0] + 1, tuple(sorted((*before[1], place)))))
        best.append(min(found, default=None))
    chosen = best[count]
    if chosen is None:
        return None
    others = tuple(sizes[place] for place in chosen[1])
    return (preferred,) * ((count - sum(others)) // preferred) + others


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
