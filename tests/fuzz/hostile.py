"""Malformed reports: any part of a report replaced, dropped or added.

Only JSON values are used, because a hostile report must survive in a record to be judged again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from rulesets.wordlist import wordlist

LARGEST = 10**18 - 1
"""The largest number that a record's line may hold."""
DEEP: Any = json.loads("[" * 40 + "]" * 40)
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 5, 6, 7, 10**6, 10**6 + 1, LARGEST, 1 - LARGEST // 10, 1.5, 0.0),
    *("", " ", "A", "B", "bank", "each", "nobody", "\u0000", "日本", "{amount}", "x" * 3000, "go", "boardwalk"),
    *([], {}, [[]], [None], [0], ["A"], ["A", "A"], {"a": 1}, {"A": "B"}, DEEP),
)
"""Values that no field expects, and values that only some fields expect."""

NAMES = wordlist("""
    extra player players with to from deed deeds amount at note give take sell_buildings promise immunity piece deck
    card dice off_board seq set apply
""")
"""Field names of reports, to be added where they do not belong."""

NOT_REPORTS: tuple[Any, ...] = (None, [], "roll", 7, {}, {"type": None}, {"type": []}, {"type": "sneeze"}, {"type": ""})
"""Lines of a record that are not reports at all."""

Path = tuple[Any, ...]


def spoiled(report: Any, random: Random, seats: list[str]) -> Any:
    """Return a copy of a report with one to three changes."""
    if random.random() < 0.02:
        return random.choice(NOT_REPORTS)
    spoilt = deep_copy(report)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        path = random.choice(list(paths(spoilt)))
        spoilt = with_change(spoilt, path, random, seats)
        if not isinstance(spoilt, dict) or not spoilt:
            return spoilt
    return spoilt


def deep_copy(value: Any) -> Any:
    """A deep copy of a JSON value."""
    return json.loads(json.dumps(value))


def paths(value: Any, before: Path = ()) -> Iterator[Path]:
    """Yield the path to every part of a JSON value, beginning with the empty path."""
    yield before
    if isinstance(value, dict):
        for name, part in value.items():
            yield from paths(part, (*before, name))
    elif isinstance(value, list):
        for at, part in enumerate(value):
            yield from paths(part, (*before, at))


def at(value: Any, path: Path) -> Any:
    """The part of a JSON value at a path."""
    for step in path:
        value = value[step]
    return value


def with_change(value: Any, path: Path, random: Random, seats: list[str]) -> Any:
    """Return the value with the part at a path changed; it may be changed in place."""
    part = at(value, path)
    if isinstance(part, dict) and random.random() < 0.8:
        name = random.choice(("at", *NAMES))
        part[name] = deep_copy(random.choice((*VALUES, *seats)))
        return value
    if not path:
        return value
    holder, name = at(value, path[:-1]), path[-1]
    if random.random() < 0.2:
        del holder[name]
        return value
    holder[name] = deep_copy(replacement(part, random, seats))
    return value


def replacement(part: Any, random: Random, seats: list[str]) -> Any:
    """A replacement for a part of a report: something similar, or something completely different."""
    chance = random.random()
    if chance < 0.4:
        return random.choice(VALUES)
    if isinstance(part, int) and not isinstance(part, bool) and abs(part) < LARGEST // 100:
        return random.choice((part + 1, part - 1, part + 10, part - 10, part * 2, -part, float(part), str(part)))
    if isinstance(part, str):
        return random.choice((*seats, part.upper(), part + "_1", [part], part[:-1]))
    if isinstance(part, list) and part:
        return random.choice((part + part[:1], part[:-1], part[::-1], [part]))
    return random.choice(seats)
