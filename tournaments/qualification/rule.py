"""The `[qualification]` of a regulation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tournaments.standings.tally import Tally


class Who(Protocol):
    """Among whom a step chooses."""

    @property
    def who(self) -> str:
        """Its word in a regulation."""

    def among(self, tally: Tally, after: int) -> Sequence[str]:
        """The ids of those who ask, in any order, given the games up to the round ``after``."""


@dataclass(frozen=True, slots=True)
class Exactly:
    """So many places in this step."""

    places: int

    def left(self, already: int) -> int:
        """How many places are open when so many have qualified."""
        return self.places


@dataclass(frozen=True, slots=True)
class UpTo:
    """As many as are missing until so many have qualified altogether."""

    places: int

    def left(self, already: int) -> int:
        """How many places are open when so many have qualified."""
        return max(0, self.places - already)


@dataclass(frozen=True, slots=True)
class Everyone:
    """All of them, however many."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step.  ``by``: what decides where more ask than there are places; ``tied``: and where standings leave a tie."""

    after: int
    who: Who
    quota: Exactly | UpTo | Everyone
    by: str = "standings"
    tied: str = "playoff"


@dataclass(frozen=True, slots=True)
class Stage:
    """Games after qualification.

    ``seats``: with listed seeding, the seeds at each table.  ``advance``: how many of each table go on, None in the
    last stage; ``extra``: so many of the best of the others.  ``across``: assets, points or seed, which compares
    players of different tables with the same place.  ``tied``: what separates equal players of a table where one goes
    on.
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
    """``places``: how many the final wants; ``sits_out``, ``reserves``: see docs/regulations-standings.md."""

    places: int
    steps: tuple[Step, ...]
    stages: tuple[Stage, ...] = ()
    sits_out: bool = False
    reserves: bool = False
