"""A game in progress: a ruleset's state, and the numbered past that a retraction needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from rulesets.kernel.ruleset import Ruleset


class Past(NamedTuple):
    """The state before one report that still stands, and the past before that."""

    seq: int
    state: Any
    before: Past | None


class Game(NamedTuple):
    """An immutable game.  ``seq`` is the number of the last report judged, refused ones included (0 before the
    first).
    """

    ruleset: Ruleset
    state: Any
    seq: int = 0
    past: Past | None = None
