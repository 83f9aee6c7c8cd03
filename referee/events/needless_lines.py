"""What a change to a regulation makes needless: lines that the regulation's own checks then find to have no effect."""

from __future__ import annotations

import re
from typing import Any

import tomlkit
from tomlkit.items import Comment, Null, Table

from referee.events.regulation import parse_regulation
from tournaments.fault import Faulty

NEEDLESS = frozenset(
    {"unused_parameter", "same_as_before", "rule_never_holds", "criterion_never_reached", "criterion_twice"}
)
"""Faults of lines without effect, which go away with the line."""
STEP = re.compile(r"([^.\[\]]+)(?:\[(\d+)\])?")
"""A step of a fault's path: a key, and the number of an entry of its list."""


def without_needless(text: str) -> str:
    """Return a regulation's TOML without the lines that have no effect; other faults stay for whoever reads it."""
    while needless := needless_paths(text):
        document = tomlkit.parse(text)
        for path in sorted(needless, key=numbers, reverse=True):  # later entries first: those before keep their number
            remove(document, [(key, int(number or 0)) for key, number in STEP.findall(path)])
        text = tomlkit.dumps(document)
    return text


def needless_paths(text: str) -> set[str]:
    """The paths of the lines that have no effect."""
    try:
        parse_regulation(text)
    except Faulty as faulty:
        return {fault.path for fault in faulty.faults if fault.code in NEEDLESS}
    return set()


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
