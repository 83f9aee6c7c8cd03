"""Late: whoever comes in after a round has begun plays from a later one on, so nobody enters in mid-game."""

from __future__ import annotations

from tournaments.fault import Fault
from tournaments.players.entrant import Entrant


def late_fault(before: Entrant | None, after: Entrant, begun: int, path: str = "first_round") -> Fault | None:
    """What is wrong with the round that somebody comes in for.

    ``before``: None for somebody new; ``begun``: the last round that has begun, 0 before the first.  Who has come in
    already may be corrected in everything else.
    """
    start = first_round(after)
    if start is None or start > begun or (before is not None and first_round(before) == start):
        return None
    return Fault(path, "late_round_begun", {"name": after.name, "given": start, "begun": begun, "next": begun + 1})


def first_round(entrant: Entrant) -> int | None:
    """The round from which somebody plays; None for a reserve who is waiting."""
    if entrant.reserve is not None and entrant.first_round is None:
        return None
    return entrant.first_round or 1
