"""A points rule: its conditions, its formula, and the limits of the result."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tournaments.points.condition import Condition
from tournaments.points.formula import Formula, Step
from tournaments.points.rounding import rounded


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits applied to the points of a formula, in this order: ``at_least``, ``at_most``, rounding."""

    at_least: Fraction | None = None
    at_most: Fraction | None = None
    rounding: str = "none"
    decimals: int = 0

    def steps(self, points: Fraction) -> tuple[Step, ...]:
        """The steps that change the points."""
        taken = []
        if self.at_least is not None and points < self.at_least:
            points = self.at_least
            taken.append(Step("at_least", points))
        if self.at_most is not None and points > self.at_most:
            points = self.at_most
            taken.append(Step("at_most", points))
        if (whole := rounded(points, self.rounding, self.decimals)) != points:
            taken.append(Step("rounded", whole, {"rounding": self.rounding, "decimals": self.decimals}))
        return tuple(taken)


@dataclass(frozen=True, slots=True)
class PointsRule:
    """A rule or a bonus.  ``number``: its position in the list, from 1."""

    number: int
    when: Condition
    formula: Formula
    limits: Limits


@dataclass(frozen=True, slots=True)
class Points:
    """All rules of a regulation, in order, and its bonuses.

    The first rule whose conditions hold determines a player's points for a game; every bonus that applies is added.
    """

    rules: tuple[PointsRule, ...]
    bonuses: tuple[PointsRule, ...]
