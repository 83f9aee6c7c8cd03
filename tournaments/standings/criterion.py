"""What a criterion is: it gives each player a value, or none, and says which value is ahead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol, TypeVar

from tournaments.standings.tally import Value

Source_contra = TypeVar("Source_contra", contravariant=True)


class Criterion(Protocol[Source_contra]):
    """A criterion over a source: a tally of players, or of teams."""

    @property
    def by(self) -> str:
        """Its word in a regulation."""

    @property
    def high(self) -> bool:
        """Whether the high value is ahead."""

    @property
    def among_tied(self) -> bool:
        """Whether a value means something only among players who are tied; else everybody has one of their own."""

    def values(self, source: Source_contra, players: Sequence[str], /) -> Mapping[str, Value | None]:
        """The values of these players; None where there is nothing to compare, which is behind every value."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """The tied throw for it, and the order is entered by hand.  ``by``: ``roll_off`` or ``dice_race``."""

    by: str
    high: ClassVar[bool] = False
    among_tied: ClassVar[bool] = True
