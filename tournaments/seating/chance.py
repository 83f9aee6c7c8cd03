"""Random numbers that are the same everywhere: only `random.Random.random`, whose sequence for a seed Python
guarantees.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

Thing = TypeVar("Thing")


def chance(*seed: object) -> Random:
    """A random generator for a seed made of texts and numbers."""
    return Random("/".join(map(str, seed)))


def below(random: Random, count: int) -> int:
    """A random whole number from 0 to ``count`` - 1."""
    return int(random.random() * count)


def shuffled(random: Random, things: Sequence[Thing]) -> list[Thing]:
    """The things in random order."""
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        other = below(random, last + 1)
        order[last], order[other] = order[other], order[last]
    return order
