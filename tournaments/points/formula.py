"""Formulas of points rules: a constant, points by place, dollars, a share of the table's assets, or a throw of dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

SHARED = ("average", "best", "worst")
"""Which points tied players get out of those for the places they take up."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the calculation, for explaining it: what was done, the points after it, and the facts used."""

    code: str
    points: Fraction
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Holding:
    """The input of a formula.

    ``place``, ``shared_by``: the place and how many share it; ``assets``: of the player, in dollars; ``table``: of all
    players together, which is the sum over the survivors, as the bankrupt have none; ``dice``: the sum that the player
    threw for a bonus, None before.
    """

    place: int
    shared_by: int
    assets: int
    table: int
    dice: int | None


@dataclass(frozen=True, slots=True)
class Constant:
    """The same points for everybody."""

    points: Fraction

    def of(self, holding: Holding) -> Step:
        """The points."""
        return Step("constant", self.points)


@dataclass(frozen=True, slots=True)
class ByPlace:
    """Points by place, for the first place first; places beyond the list get nothing.

    ``shared``: tied players get the ``average``, the ``best`` or the ``worst`` of the points for the places they take
    up.
    """

    points: tuple[Fraction, ...]
    shared: str

    def of(self, holding: Holding) -> Step:
        """The points of the place."""
        taken = [self._at(place) for place in range(holding.place, holding.place + holding.shared_by)]
        if self.shared == "average":
            points = sum(taken, Fraction(0)) / len(taken)
        else:
            points = taken[0] if self.shared == "best" else taken[-1]
        facts: dict[str, object] = {"place": holding.place}
        if holding.shared_by > 1:
            facts |= {"shared_by": holding.shared_by, "shared": self.shared}
        return Step("by_place", points, facts)

    def _at(self, place: int) -> Fraction:
        return self.points[place - 1] if place <= len(self.points) else Fraction(0)


@dataclass(frozen=True, slots=True)
class Assets:
    """Points per dollar of the player's assets."""

    per_dollar: Fraction

    def of(self, holding: Holding) -> Step:
        """The points of the dollars."""
        facts = {"assets": holding.assets, "per_dollar": self.per_dollar}
        return Step("assets", holding.assets * self.per_dollar, facts)


@dataclass(frozen=True, slots=True)
class Share:
    """The player's share of the table's assets in per cent, times a factor; nothing if nobody has a dollar."""

    factor: Fraction

    def of(self, holding: Holding) -> Step:
        """The points of the share."""
        percent = Fraction(100 * holding.assets, holding.table) if holding.table else Fraction(0)
        facts = {"assets": holding.assets, "table": holding.table, "percent": percent, "factor": self.factor}
        return Step("share", percent * self.factor, facts)


@dataclass(frozen=True, slots=True)
class Dice:
    """Points per pip of a throw, once it has been entered; nothing before that."""

    per_pip: Fraction

    def of(self, holding: Holding) -> Step:
        """The points of the throw."""
        if holding.dice is None:
            return Step("dice_wanted", Fraction(0), {"per_pip": self.per_pip})
        return Step("dice", holding.dice * self.per_pip, {"dice": holding.dice, "per_pip": self.per_pip})


Formula = Constant | ByPlace | Assets | Share | Dice
