"""What differs between two positions, field by field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

NOT_THERE = object()


@dataclass(frozen=True, slots=True)
class PositionChange:
    """A field of a position that differs, by its path such as ``players.A.cash``."""

    path: str
    before: Any
    after: Any


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[PositionChange]:
    """The fields that differ between two positions.

    What is only in one of them and says nothing there (a deed that is not mortgaged) is no difference.
    """
    old, new = dict(_leaves(before, "")), dict(_leaves(after, ""))
    found = []
    for path in (*old, *(each for each in new if each not in old)):
        one, other = old.get(path, NOT_THERE), new.get(path, NOT_THERE)
        present = other if one is NOT_THERE else one
        if one == other or ((one is NOT_THERE or other is NOT_THERE) and not present):
            continue
        shown = [None if each is NOT_THERE else each for each in (one, other)]
        found.append(PositionChange(path, *shown))
    return found


def _leaves(value: Mapping[str, Any], path: str) -> Iterator[tuple[str, Any]]:
    for name, each in value.items():
        if isinstance(each, Mapping):
            yield from _leaves(each, f"{path}{name}.")
        else:
            yield f"{path}{name}", each
