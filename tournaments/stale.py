"""What stands by itself goes stale: seats, a publication or a sheet of paper, compared with what it would be now.

Whatever was made keeps its content, what it says about each player; the differences to what it would say now are what
people need to be told.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

Content = Mapping[str, str]
"""What something says about each player that it names, by id: a table's number, or a place with `ADVANCES`."""

ADVANCES = "+"
"""Appended to the place of a player who goes on to the next stage."""


@dataclass(frozen=True, slots=True)
class Divergence:
    """What something says about a player, and what it would say now; None: it does not name the player."""

    player: str
    before: str | None
    now: str | None


def differences(before: Content, now: Content) -> tuple[Divergence, ...]:
    """The differences between two contents: those of players named in ``before`` first, in its order."""
    both = dict.fromkeys((*before, *now))
    found = (Divergence(player, before.get(player), now.get(player)) for player in both)
    return tuple(each for each in found if each.before != each.now)


def fingerprint(content: Content) -> str:
    """A fingerprint of a content, the same in whatever order its players are named."""
    return sha256(json.dumps(dict(content), sort_keys=True).encode()).hexdigest()[:16]
