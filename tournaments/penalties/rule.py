"""The `[penalties]` of a regulation: the possible steps, and the first one for each offence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

EFFECTS = ("none", "points", "last", "out")
"""The effect of a step: nothing; points; the player is last of the game; the player is out of the event, and last of
the game in which it happened.
"""
ESCALATIONS = ("same_category", "any_category", "never")
"""Which earlier penalties lead to a heavier step."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step.

    ``titles``: by language.  ``weight``: higher is heavier; steps of the same weight are alternatives.  ``sign_off``:
    whether it takes effect only once somebody else has signed it.  ``points``: given (below 0: taken) if that is the
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
        """Whether it is more than a word to the player."""
        return self.sign_off or self.effect != "none"


@dataclass(frozen=True, slots=True)
class Category:
    """A kind of offence.  ``first``: the key of its first step; ``clauses``: the clauses that forbid it."""

    key: str
    titles: Mapping[str, str]
    first: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PenaltiesRule:
    """The penalties of a regulation.  ``steps``: the lightest first; ``escalates``: one of `ESCALATIONS`."""

    steps: tuple[Step, ...]
    categories: tuple[Category, ...]
    escalates: str

    def step(self, key: str) -> Step | None:
        """The step with a key, or None."""
        return next((each for each in self.steps if each.key == key), None)

    def category(self, key: str) -> Category | None:
        """The category with a key, or None."""
        return next((each for each in self.categories if each.key == key), None)

    def usual(self, offence: str, first: str) -> tuple[Step, Category | None] | None:
        """The usual first penalty for an offence: by its category, or the step ``first`` if there is no such category.

        None if neither is known.
        """
        category = self.category(offence)
        step = self.step(category.first if category else first)
        return None if step is None else (step, category)
