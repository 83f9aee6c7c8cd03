"""What a change to a regulation makes needless: lines that the regulation's own checks then find to have no effect."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import tomlkit
from tomlkit.items import Comment, Null, Table

from referee.events.regulation import parse_regulation
from tournaments.fault import Fault, Faulty

NEEDLESS = frozenset(
    {"unused_parameter", "same_as_before", "rule_never_holds", "criterion_never_reached", "criterion_twice"}
)
"""Faults of lines without effect, which go away with the line."""
NOBODY = "more_than_rounds"
"""The fault of a step that takes nobody, for it wants more wins than there are rounds: the whole step goes."""
TOO_LONG = "places_beyond_table"
"""The fault of points for places that no table has: those at the end of the list go."""
STEP = re.compile(r"([^.\[\]]+)(?:\[(\d+)\])?")
"""A step of a fault's path: a key, and the number of an entry of its list."""


def without_needless(text: str) -> str:
    """Return a regulation's TOML without the lines that have no effect; other faults stay for whoever reads it."""
    while faults := faults_of(text):
        document = tomlkit.parse(text)
        needless = {each.path for each in faults if each.code in NEEDLESS}
        needless |= {each.path.rpartition(".")[0] for each in faults if each.code == NOBODY}
        too_long = {each.path: int(str(each.facts["size"])) for each in faults if each.code == TOO_LONG}
        for path, size in too_long.items():
            shorten(document, steps_of(path), size)
        for path in sorted(needless, key=numbers, reverse=True):  # later entries first: those before keep their number
            remove(document, steps_of(path))
        before, text = text, tomlkit.dumps(document)
        if text == before:
            break
    return text


def faults_of(text: str) -> Sequence[Fault]:
    """What is wrong with a regulation."""
    try:
        parse_regulation(text)
    except Faulty as faulty:
        return faulty.faults
    return ()


def steps_of(path: str) -> list[tuple[str, int]]:
    """The keys of a path, each with the number of the entry of its list, or 0."""
    return [(key, int(number or 0)) for key, number in STEP.findall(path)]


def shorten(table: Any, steps: list[tuple[str, int]], size: int) -> None:
    """Shorten the list that a path leads to, unless a parameter holds it."""
    *outer, (key, _) = steps
    for each, number in outer:
        table = table[each][number - 1] if number else table[each]
    if isinstance(table[key], list):
        del table[key][size:]


def numbers(path: str) -> list[int]:
    """The numbers in a path, by which its entries are ordered."""
    return [int(number) for number in re.findall(r"\[(\d+)\]", path)]


def remove(table: Any, steps: list[tuple[str, int]]) -> None:
    """Remove what a path leads to, and each table that it leaves empty."""
    (key, number), *further = steps
    if further:
        inner = table[key][number - 1] if number else table[key]
        remove(inner, further)
        if len(inner) or number:
            return
    if number:
        del table[key][number - 1]
    elif isinstance(table, Table):
        forget(table, key)
    else:
        del table[key]


def forget(table: Table, key: str) -> None:
    """Remove a key with the comments right above it, which are about it."""
    body = table.value.body
    at = next(at for at, (name, _) in enumerate(body) if name is not None and name.key == key)
    del table[key]
    while at and isinstance(body[at - 1][1], Comment):
        at -= 1
        body[at] = (None, Null())  # as tomlkit leaves the place of a key that is removed
