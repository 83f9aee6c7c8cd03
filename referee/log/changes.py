"""What differs between two positions: field by field, and as far as players see it on the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from referee.core.http.declared import FieldExample
from rulesets.kernel.telling.pieces import Piece

MISSING = object()
PLAYER_FIELDS = ("cash", "space", "jail", "out", "cards")
DEED_FIELDS = ("owner", "level", "mortgaged")
GAME_FIELDS = ("turn", "phase", "time_up")
STANDS = "stands"
UNOWNED: Mapping[str, Any] = {"owner": None, "level": 0, "mortgaged": False}


@dataclass(frozen=True, slots=True)
class PositionChange:
    """A field of a position that differs."""

    path: Annotated[str, "The place in the position.", FieldExample("players.A.cash")]
    before: Any
    after: Any


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[PositionChange]:
    """The fields that differ between two positions.

    A field that only one of them has does not differ if it is empty there (a deed that is not mortgaged).
    """
    old, new = dict(_leaves(before, "")), dict(_leaves(after, ""))
    found = []
    for path in (*old, *(each for each in new if each not in old)):
        one, other = old.get(path, MISSING), new.get(path, MISSING)
        present = other if one is MISSING else one
        if one == other or ((one is MISSING or other is MISSING) and not present):
            continue
        shown = [None if each is MISSING else each for each in (one, other)]
        found.append(PositionChange(path, *shown))
    return found


def _leaves(value: Mapping[str, Any], path: str) -> Iterator[tuple[str, Any]]:
    for name, each in value.items():
        if isinstance(each, Mapping):
            yield from _leaves(each, f"{path}{name}.")
        else:
            yield f"{path}{name}", each


@dataclass(frozen=True, slots=True)
class SeenChange:
    """A change that players see.  ``of``: player, deed or game; ``key``: which one; ``what``: its field, or ``stands``
    for the fields that say which pieces stand on a deed, all of them.
    """

    of: str
    key: str
    what: str
    before: Any
    after: Any


def differences(before: Mapping[str, Any], after: Mapping[str, Any], pieces: Sequence[Piece]) -> list[SeenChange]:
    """What players see that differs between two positions in the record format, in the order of seats and board.

    ``pieces``: what may stand on a deed of the game.
    """
    fields = dict.fromkeys(each.field for each in pieces if each.field not in DEED_FIELDS)

    def seen(position: Mapping[str, Any], key: str, what: str) -> Any:
        deed = position["deeds"].get(key, UNOWNED)
        return {each: deed[each] for each in fields if deed.get(each)} if what == STANDS else deed.get(what)

    players = [
        SeenChange("player", seat, what, before["players"][seat].get(what), each.get(what))
        for seat, each in after["players"].items()
        for what in PLAYER_FIELDS
    ]
    keys = [*after["deeds"], *(each for each in before["deeds"] if each not in after["deeds"])]
    deeds = [
        SeenChange("deed", key, what, seen(before, key, what), seen(after, key, what))
        for key in keys
        for what in (*DEED_FIELDS, STANDS)
    ]
    game = [SeenChange("game", "", what, before.get(what), after.get(what)) for what in GAME_FIELDS]
    return [each for each in (*players, *deeds, *game) if each.before != each.after]
