"""What differs between two positions: field by field, and as far as players see it on the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

NOT_THERE = object()
OF_PLAYERS = ("cash", "space", "jail", "out", "cards")
OF_DEEDS = ("owner", "level", "mortgaged")
OF_GAME = ("turn", "phase", "time_up")
NOBODYS: Mapping[str, Any] = {"owner": None, "level": 0, "mortgaged": False}


@dataclass(frozen=True, slots=True)
class PositionChange:
    """A field of a position that differs, by its path such as ``players.A.cash``."""

    path: str
    before: Any
    after: Any


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[PositionChange]:
    """The fields that differ between two positions.

    A field that only one of them has does not differ if it is empty there (a deed that is not mortgaged).
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


@dataclass(frozen=True, slots=True)
class Change:
    """A change that players see.  ``of``: player, deed or game; ``key``: which one; ``what``: its field."""

    of: str
    key: str
    what: str
    before: Any
    after: Any


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Change]:
    """What players see that differs between two positions in the record format, in the order of seats and board."""
    players = [
        Change("player", seat, what, before["players"][seat].get(what), each.get(what))
        for seat, each in after["players"].items()
        for what in OF_PLAYERS
    ]
    keys = [*after["deeds"], *(each for each in before["deeds"] if each not in after["deeds"])]
    deeds = [
        Change("deed", key, what, *(side["deeds"].get(key, NOBODYS).get(what) for side in (before, after)))
        for key in keys
        for what in OF_DEEDS
    ]
    game = [Change("game", "", what, before.get(what), after.get(what)) for what in OF_GAME]
    return [each for each in (*players, *deeds, *game) if each.before != each.after]
