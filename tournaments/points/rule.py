"""A points rule: its conditions, its formula, and the limits and rounding of the result."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor


@dataclass(frozen=True, slots=True)
class Situation:
    """How a player ended a game, as conditions see it.

    ``round``: its number in the event; ``last``: whether it is the last that counts; ``size``: players at the table;
    ``survivors``: how many of them did not go bankrupt, 1 if the game ended by monopoly; ``place``: from 1; ``flags``:
    the player's, such as ``first_timer``.
    """

    round: int
    last: bool
    size: int
    survivors: int
    winner: bool
    bankrupt: bool
    place: int
    flags: frozenset[str] = frozenset()

    @property
    def monopoly_win(self) -> bool:
        """Whether the game ended with only one player left."""
        return self.survivors == 1


@dataclass(frozen=True, slots=True)
class Condition:
    """Conditions that must all hold; None and empty values are ignored.

    Tuples list the accepted values.  ``monopoly_win``: the game ended by monopoly, whoever won; ``winner``: the player
    won it by monopoly.  The player must have all of ``flags`` and none of ``without``.
    """

    rounds: tuple[int, ...] | None = None
    last: bool | None = None
    size: tuple[int, ...] | None = None
    survivors: tuple[int, ...] | None = None
    monopoly_win: bool | None = None
    winner: bool | None = None
    bankrupt: bool | None = None
    place: tuple[int, ...] | None = None
    flags: frozenset[str] = frozenset()
    without: frozenset[str] = frozenset()

    def holds(self, situation: Situation) -> bool:
        return (
            _among(self.rounds, situation.round)
            and _among(self.size, situation.size)
            and _among(self.survivors, situation.survivors)
            and _among(self.place, situation.place)
            and self.last in (None, situation.last)
            and self.monopoly_win in (None, situation.monopoly_win)
            and self.winner in (None, situation.winner)
            and self.bankrupt in (None, situation.bankrupt)
            and self.flags <= situation.flags
            and not self.without & situation.flags
        )

    def listed(self) -> Iterator[tuple[str, int]]:
        for key, values in (
            ("rounds", self.rounds),
            ("size", self.size),
            ("survivors", self.survivors),
            ("place", self.place),
        ):
            for value in values or ():
                yield key, value


def value_of(situation: Situation, key: str) -> int:
    """The value of a situation that the list condition with this key checks."""
    return int(getattr(situation, "round" if key == "rounds" else key))


def _among(values: Collection[int] | None, value: int) -> bool:
    return values is None or value in values


SHARED = ("average", "best", "worst")
"""Which points tied players get out of those for the places they take up."""


@dataclass(frozen=True, slots=True)
class FormulaStep:
    """A step of the calculation, for explaining it: what was done, the points after it, and the facts used."""

    code: str
    points: Fraction
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FormulaInput:
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

    def of(self, holding: FormulaInput) -> FormulaStep:
        return FormulaStep("constant", self.points)


@dataclass(frozen=True, slots=True)
class ByPlace:
    """Points by place, for the first place first; places beyond the list get nothing.

    ``shared``: tied players get the ``average``, the ``best`` or the ``worst`` of the points for the places they take
    up.
    """

    points: tuple[Fraction, ...]
    shared: str

    def of(self, holding: FormulaInput) -> FormulaStep:
        taken = [self._at(place) for place in range(holding.place, holding.place + holding.shared_by)]
        if self.shared == "average":
            points = sum(taken, Fraction(0)) / len(taken)
        else:
            points = taken[0] if self.shared == "best" else taken[-1]
        facts: dict[str, object] = {"place": holding.place}
        if holding.shared_by > 1:
            facts |= {"shared_by": holding.shared_by, "shared": self.shared}
        return FormulaStep("by_place", points, facts)

    def _at(self, place: int) -> Fraction:
        return self.points[place - 1] if place <= len(self.points) else Fraction(0)


@dataclass(frozen=True, slots=True)
class Assets:
    """Points per dollar of the player's assets."""

    per_dollar: Fraction

    def of(self, holding: FormulaInput) -> FormulaStep:
        facts = {"assets": holding.assets, "per_dollar": self.per_dollar}
        return FormulaStep("assets", holding.assets * self.per_dollar, facts)


@dataclass(frozen=True, slots=True)
class Share:
    """The player's share of the table's assets in per cent, times a factor; nothing if nobody has a dollar."""

    factor: Fraction

    def of(self, holding: FormulaInput) -> FormulaStep:
        percent = Fraction(100 * holding.assets, holding.table) if holding.table else Fraction(0)
        facts = {"assets": holding.assets, "table": holding.table, "percent": percent, "factor": self.factor}
        return FormulaStep("share", percent * self.factor, facts)


@dataclass(frozen=True, slots=True)
class Dice:
    """Points per pip of a throw, once it has been entered; nothing before that."""

    per_pip: Fraction

    def of(self, holding: FormulaInput) -> FormulaStep:
        if holding.dice is None:
            return FormulaStep("dice_wanted", Fraction(0), {"per_pip": self.per_pip})
        return FormulaStep("dice", holding.dice * self.per_pip, {"dice": holding.dice, "per_pip": self.per_pip})


Formula = Constant | ByPlace | Assets | Share | Dice


ROUNDINGS = ("none", "down", "half_up", "up")


def rounded(points: Fraction, how: str, decimals: int) -> Fraction:
    """Round points to a number of decimals, exactly.  ``how``: ``none``, ``down``, ``half_up`` or ``up``."""
    if how == "none":
        return points
    scale = 10**decimals
    scaled = points * scale
    whole = {"down": floor(scaled), "up": ceil(scaled), "half_up": floor(scaled + Fraction(1, 2))}[how]
    return Fraction(whole, scale)


@dataclass(frozen=True, slots=True)
class PointLimits:
    """Limits applied to the points of a formula, in this order: ``at_least``, ``at_most``, rounding."""

    at_least: Fraction | None = None
    at_most: Fraction | None = None
    rounding: str = "none"
    decimals: int = 0

    def steps(self, points: Fraction) -> tuple[FormulaStep, ...]:
        taken = []
        if self.at_least is not None and points < self.at_least:
            points = self.at_least
            taken.append(FormulaStep("at_least", points))
        if self.at_most is not None and points > self.at_most:
            points = self.at_most
            taken.append(FormulaStep("at_most", points))
        if (whole := rounded(points, self.rounding, self.decimals)) != points:
            taken.append(FormulaStep("rounded", whole, {"rounding": self.rounding, "decimals": self.decimals}))
        return tuple(taken)


@dataclass(frozen=True, slots=True)
class PointsRule:
    """A rule or a bonus.  ``number``: its position in the list, from 1."""

    number: int
    when: Condition
    formula: Formula
    limits: PointLimits


@dataclass(frozen=True, slots=True)
class Points:
    """All rules of a regulation, in order, and its bonuses.

    The first rule whose conditions hold determines a player's points for a game; every bonus that applies is added.
    """

    rules: tuple[PointsRule, ...]
    bonuses: tuple[PointsRule, ...]
