"""Reports with something wrong in them: any part of a report replaced, moved, dropped or added.

Only what JSON can hold: a hostile report must survive in a record, to be judged again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

LARGEST = 10**18 - 1
"""The largest number that a record's line may hold."""
DEEP: Any = json.loads("[" * 40 + "]" * 40)
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 5, 6, 7, 10**6, 10**6 + 1, LARGEST, 1 - LARGEST // 10, 1.5, 0.0),
    *("", " ", "A", "B", "bank", "each", "nobody", "\u0000", "日本", "{amount}", "x" * 3000, "go", "boardwalk"),
    *([], {}, [[]], [None], [0], ["A"], ["A", "A"], {"a": 1}, {"A": "B"}, DEEP),
)
"""What no field expects, and what some fields expect where others do not."""

NAMES = (
    *("extra", "player", "players", "with", "to", "from", "deed", "deeds", "amount", "at", "note", "give", "take"),
    *("sell_buildings", "promise", "immunity", "piece", "deck", "card", "dice", "off_board", "seq", "set", "apply"),
)
"""Fields that reports have, to be added where they do not belong."""

NO_REPORTS: tuple[Any, ...] = (None, [], "roll", 7, {}, {"type": None}, {"type": []}, {"type": "sneeze"}, {"type": ""})
"""Lines of a record that are not even reports."""

Path = tuple[Any, ...]


def spoiled(report: Any, random: Random, seats: list[str]) -> Any:
    """A copy of a report with one to three things changed."""
    if random.random() < 0.02:
        return random.choice(NO_REPORTS)
    spoilt = copied(report)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        path = random.choice(list(paths(spoilt)))
        spoilt = changed(spoilt, path, random, seats)
        if not isinstance(spoilt, dict) or not spoilt:
            return spoilt
    return spoilt


def copied(value: Any) -> Any:
    """A JSON value that shares nothing with another one."""
    return json.loads(json.dumps(value))


def paths(value: Any, before: Path = ()) -> Iterator[Path]:
    """The way to every part of a JSON value, the whole one first."""
    yield before
    if isinstance(value, dict):
        for name, part in value.items():
            yield from paths(part, (*before, name))
    elif isinstance(value, list):
        for at, part in enumerate(value):
            yield from paths(part, (*before, at))


def at(value: Any, path: Path) -> Any:
    """The part of a JSON value at the end of a way."""
    for step in path:
        value = value[step]
    return value


def changed(value: Any, path: Path, random: Random, seats: list[str]) -> Any:
    """The value with the part at the end of a way changed; it may be changed in place."""
    part = at(value, path)
    if isinstance(part, dict) and random.random() < 0.8:
        name = random.choice(("at", *NAMES))
        part[name] = copied(random.choice((*VALUES, *seats)))
        return value
    if not path:
        return value
    holder, name = at(value, path[:-1]), path[-1]
    if random.random() < 0.2:
        del holder[name]
        return value
    holder[name] = copied(another(part, random, seats))
    return value


def another(part: Any, random: Random, seats: list[str]) -> Any:
    """Something near a part of a report, or far from it."""
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
