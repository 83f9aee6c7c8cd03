"""The `[penalties]` of a regulation: what can be done about an offence, and where it begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

EFFECTS = ("none", "points", "last", "out")
"""What a step does to the order: nothing; points; the player is last of the game; the player is out of the event, and
last of the game in which it happened.
"""
ESCALATIONS = ("same_category", "any_category", "never")
"""After which earlier penalties a heavier step is suggested."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step.

    ``titles``: by language.  ``weight``: the heavier the higher; steps of one weight are alternatives.  ``sign_off``:
    whether it is in force only once somebody else has signed it.  ``points``: given (below 0: taken) where that is the
    effect, else None.
    """

    key: str
    titles: Mapping[str, str]
    weight: int
    sign_off: bool
    effect: str
    points: Fraction | None

    @property
    def severe(self) -> bool:
        """Whether it does more than speak to the player."""
        return self.sign_off or self.effect != "none"


@dataclass(frozen=True, slots=True)
class Category:
    """A kind of offence.  ``first``: the key of the step that it is answered with; ``clauses``: that forbid it."""

    key: str
    titles: Mapping[str, str]
    first: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PenaltiesRule:
    """``steps``: the lightest first; ``escalates``: one of `ESCALATIONS`."""

    steps: tuple[Step, ...]
    categories: tuple[Category, ...]
    escalates: str

    def step(self, key: str) -> Step | None:
        """The step with a key."""
        return next((each for each in self.steps if each.key == key), None)

    def category(self, key: str) -> Category | None:
        """The category with a key."""
        return next((each for each in self.categories if each.key == key), None)

    def usual(self, offence: str, first: str) -> tuple[Step, Category | None] | None:
        """The usual first penalty for an offence of a category, or by the step ``first`` where there is no such
        category; None where neither is known.
        """
        category = self.category(offence)
        step = self.step(category.first if category else first)
        return None if step is None else (step, category)
