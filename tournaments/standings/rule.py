"""The `[standings]` of a regulation."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.standings.criterion import Criterion, Thrown
from tournaments.standings.tally import Tally


@dataclass(frozen=True, slots=True)
class StandingsRule:
    """Ordered criteria; players tied by one are compared by the next."""

    criteria: tuple[Criterion[Tally] | Thrown, ...]
