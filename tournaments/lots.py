"""Lots drawn from the event's seed, so that anybody can repeat the draw."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256


def lot(seed: str, about: str, player: str) -> int:
    """The lot of a player, a number below 2^64; the lowest lot is ahead.

    ``about`` names the purpose of the draw, so that nobody is lucky or unlucky all day.
    """
    drawn = sha256("\n".join((seed, about, player)).encode()).digest()
    return int.from_bytes(drawn[:8], "big")


def shown_lot(drawn: int) -> str:
    """A lot as people read it: the first six digits of where it lies between 0 and 2^64, in two groups of three."""
    digits = f"{drawn * 10**6 >> 64:06}"
    return f"{digits[:3]} {digits[3:]}"


def in_order(seed: str, about: str, players: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(players, key=lambda player: (lot(seed, about, player), player)))
