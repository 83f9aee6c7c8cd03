"""Ranks, where equal players share one and the next is skipped, and the throws that decide who begins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Throws = tuple[tuple[int, int], ...]
"""One round of throws: the sum of each seat that threw."""


def ranked(keys: Iterable[Any]) -> list[tuple[int, int]]:
    """Return pairs of rank and seat, best first; ``keys``: what each seat is ranked by, the greater the better."""
    rows = sorted(((key, seat) for seat, key in enumerate(keys)), key=lambda row: row[0], reverse=True)
    found: list[tuple[int, int]] = []
    for place, (key, seat) in enumerate(rows):
        rank = found[-1][0] if place and rows[place - 1][0] == key else place + 1
        found.append((rank, seat))
    return found


def leading(seats: Iterable[int], rounds: Iterable[Throws]) -> list[int]:
    """Return who is still to throw: everybody, then those tied at the top of each round; one seat when decided."""
    throwing = list(seats)
    for throws in rounds:
        sums = dict(throws)
        best = max((sums[seat] for seat in throwing if seat in sums), default=0)
        throwing = [seat for seat in throwing if sums.get(seat) == best] or throwing
    return throwing
