"""What a page that logs a game asks of it: declared once beside its law, as its money is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Calls:
    """The calls of an auction that are one tap.  Amounts are in units of the game's money.

    ``rises``: above the lowest possible call, rounded down to multiples of themselves or of ``round``, whichever is
    less; ``fine``: the same for whoever is chosen first.  ``opening``: in place of both before the first call, in
    percent of the printed price, unless it is empty.
    """

    rises: Sequence[int] = (0, 1, 5, 10, 20, 50, 100, 200, 500, 1000)
    fine: Sequence[int] = (0, 1, 5, *range(10, 101, 10), 120, 150, 200, 300, 500, 1000)
    round: int = 10
    opening: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Timer:
    """A timer that limits some reports.  ``reports``: the types that carry their time, so that it is checked."""

    seconds: int
    reports: Sequence[str]


@dataclass(frozen=True, slots=True)
class Handling:
    """How a game is handled while it is logged; what is not declared is as in the classic game.

    ``deal_sums``: what one tap adds to the cash of a deal.  ``asked``: types of report that are asked about once, with
    what they cost, before they are logged.  ``deeds_at_rent``: an unmortgaged deed brings its present rent as a
    mortgage, and counts as much at the end; else its printed values.
    """

    calls: Calls = field(default_factory=Calls)
    deal_sums: Sequence[int] = (10, 20, 50, 100, 200, 500)
    timer: Timer | None = None
    asked: Sequence[str] = ()
    deeds_at_rent: bool = False

    def shape(self) -> dict[str, Any]:
        """The declaration as JSON, for pages."""
        return asdict(self)
