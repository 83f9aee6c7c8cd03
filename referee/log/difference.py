"""What becomes different: two positions of a game held against each other, as far as players see it on the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

OF_PLAYERS = ("cash", "space", "jail", "out", "cards")
OF_DEEDS = ("owner", "level", "mortgaged")
OF_GAME = ("turn", "phase", "time_up")
NOBODYS: Mapping[str, Any] = {"owner": None, "level": 0, "mortgaged": False}


@dataclass(frozen=True, slots=True)
class Change:
    """Something that becomes different.  ``of``: player, deed or game; ``key``: which; ``what``: the field of it."""

    of: str
    key: str
    what: str
    before: Any
    after: Any


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Change]:
    """What differs between two positions as the record format has them, in the order of the seats and of the board."""
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
