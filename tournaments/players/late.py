"""Late entries: a player who comes in after a round has begun plays from a later round on; nobody joins in mid-game."""

from __future__ import annotations

from tournaments.fault import Fault
from tournaments.players.entrant import Entrant


def late_fault(before: Entrant | None, after: Entrant, begun: int, path: str = "first_round") -> Fault | None:
    """The fault, if any, of the round that an entrant comes in for.

    ``before``: None for a new entrant; ``begun``: the last round that has begun, 0 before the first.  For an entrant
    who came in earlier, everything else may still be corrected.
    """
    start = first_round(after)
    if start is None or start > begun or (before is not None and first_round(before) == start):
        return None
    return Fault(path, "late_round_begun", {"name": after.name, "given": start, "begun": begun, "next": begun + 1})


def first_round(entrant: Entrant) -> int | None:
    """The first round that an entrant plays; None for a waiting reserve."""
    if entrant.reserve is not None and entrant.first_round is None:
        return None
    return entrant.first_round or 1
