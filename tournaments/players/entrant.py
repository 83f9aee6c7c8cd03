"""An entrant: somebody who is registered for an event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

FLAGS = ("beginner", "never_at_nationals", "first_timer", "wheelchair", "fixed_table", "seed")
"""Flags that every event knows; a regulation may name more."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A registered player, or a reserve.

    ``number``: on badge and lists, from 1.  ``reading``: yomi in kana, or latin letters; lists go by it.  ``flags``:
    words, sorted.  ``qualified_by``: the event that the right to play was won at.  ``reserve``: the place among the
    reserves, from 1.  ``first_round``: the round from which somebody plays who came late, or a reserve who came in.
    ``dropped_after``: the last round played by somebody who left (0: none).  ``walk_in``: registered on the day.
    """

    id: str
    number: int
    name: str
    reading: str = ""
    club: str = ""
    region: str = ""
    flags: tuple[str, ...] = ()
    qualified_by: str = ""
    class_: str = ""
    team: str = ""
    reserve: int | None = None
    first_round: int | None = None
    dropped_after: int | None = None
    walk_in: bool = False
    note: str = ""


def waiting(entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """The reserves who have not come in yet and have not left, in their order."""
    still = [each for each in entrants if each.reserve is not None and each.first_round is None]
    return tuple(sorted((each for each in still if each.dropped_after is None), key=lambda each: each.reserve or 0))


def takes_part(entrant: Entrant, round: int) -> bool:
    """Whether somebody is seated in a round (from 1): no waiting reserve, nobody before coming or after leaving."""
    if entrant.reserve is not None and entrant.first_round is None:
        return False
    return (entrant.first_round or 1) <= round and (entrant.dropped_after is None or round <= entrant.dropped_after)
