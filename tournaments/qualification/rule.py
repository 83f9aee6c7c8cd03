"""The `[qualification]` of a regulation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tournaments.standings.tally import Tally


class Who(Protocol):
    """The candidates of a step."""

    @property
    def who(self) -> str:
        """Its keyword in a regulation."""

    def among(self, tally: Tally, after: int) -> Sequence[str]:
        """The ids of the candidates, in any order, given the games up to the round ``after``."""


@dataclass(frozen=True, slots=True)
class Exactly:
    """A fixed number of places in this step."""

    places: int

    def left(self, already: int) -> int:
        """How many places are open when ``already`` players have qualified."""
        return self.places


@dataclass(frozen=True, slots=True)
class UpTo:
    """As many places as are missing until a total number have qualified."""

    places: int

    def left(self, already: int) -> int:
        """How many places are open when ``already`` players have qualified."""
        return max(0, self.places - already)


@dataclass(frozen=True, slots=True)
class Everyone:
    """All candidates, however many."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step.  ``by``: how to choose if there are too many candidates; ``tied``: how to choose if the standings leave a
    tie.
    """

    after: int
    who: Who
    quota: Exactly | UpTo | Everyone
    by: str = "standings"
    tied: str = "playoff"


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of games after qualification.

    ``seats``: with listed seeding, the seeds at each table.  ``advance``: how many of each table go on, None in the
    last stage; ``extra``: how many of the best others go on as well.  ``across``: assets, points or seed, which
    compares players of different tables with the same place.  ``tied``: what separates tied players of a table if it
    decides who goes on.
    """

    name: str
    tables: int
    seeding: str = "snake"
    advance: int | None = None
    extra: int = 0
    across: str = "assets"
    tied: str = "seed"
    seats: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class QualificationRule:
    """The rule of a regulation.

    ``places``: how many the final takes; ``sits_out``, ``reserves``: see docs/regulations-standings.md.
    """

    places: int
    steps: tuple[Step, ...]
    stages: tuple[Stage, ...] = ()
    sits_out: bool = False
    reserves: bool = False
