"""The interface of criteria: a criterion gives each player a value, or none, and says which values are ahead."""

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
        """Its keyword in a regulation."""

    @property
    def high(self) -> bool:
        """Whether higher values are ahead."""

    @property
    def among_tied(self) -> bool:
        """Whether values are defined only among tied players; otherwise each player has a value independent of the
        others.
        """

    def values(self, source: Source_contra, players: Sequence[str], /) -> Mapping[str, Value | None]:
        """The values of these players; None, which is behind every value, if there is nothing to compare."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """Tied players throw dice, and the resulting order is entered by hand.  ``by``: ``roll_off`` or ``dice_race``."""

    by: str
    high: ClassVar[bool] = False
    among_tied: ClassVar[bool] = True
