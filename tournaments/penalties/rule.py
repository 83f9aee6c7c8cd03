"""The ``[penalties]`` of a regulation, how it is read, and the usual ones for a regulation without."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files

from rulesets.languages.texts import document
from tournaments.fault import Faulty
from tournaments.section import Section

EFFECTS = ("none", "points", "last", "out")
"""The effect of a step: nothing; points; the player is last of the game; the player is out of the event, and last of
the game in which it happened.
"""
ESCALATIONS = ("same_category", "any_category", "never")
"""Which earlier penalties lead to a heavier step."""


@dataclass(frozen=True, slots=True)
class PenaltyLevel:
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

    steps: tuple[PenaltyLevel, ...]
    categories: tuple[Category, ...]
    escalates: str

    def step(self, key: str) -> PenaltyLevel | None:
        return next((each for each in self.steps if each.key == key), None)

    def category(self, key: str) -> Category | None:
        return next((each for each in self.categories if each.key == key), None)

    def usual(self, offences: Sequence[str], first: str) -> Sequence[tuple[PenaltyLevel, Sequence[Category]]]:
        """The usual first penalties for offences, each with its categories; if the rule has no category of them, the
        step ``first``.  Empty if it has neither.
        """
        known = [each for each in map(self.category, offences) if each is not None]
        begins = {each.first for each in known} or {first}
        return [(step, [each for each in known if each.first == step.key]) for step in self.steps if step.key in begins]


KEY = re.compile(r"[a-z][a-z0-9_]{0,39}")
HEAVIEST = 100


def read_penalties(section: Section) -> PenaltiesRule:
    """Read the rule of a section.  All faults are recorded in the section."""
    sections = section.sections("step")
    steps = [_step(each) for each in sections]
    kinds = section.sections("category")
    categories = [_category(each, [step.key for step in steps]) for each in kinds]
    for key, listed in (("step", sections), ("category", kinds)):
        if section.has(key) and not listed:
            section.fault(key, "wanted_some")
    _check_keys(section, "step", [each.key for each in steps])
    _check_keys(section, "category", [each.key for each in categories])
    escalates = section.one_of("escalates", ESCALATIONS, ESCALATIONS[0])
    section.done()
    return PenaltiesRule(tuple(sorted(steps, key=lambda step: step.weight)), tuple(categories), escalates)


@cache
def usual() -> PenaltiesRule:
    """The penalties of the association's rules (JMA/REF-2): the default for a regulation without its own section."""
    section = Section(document(files("tournaments") / "penalties", "usual"))
    rule = read_penalties(section)
    if section.faults:
        raise Faulty(section.faults)
    return rule


def _step(section: Section) -> PenaltyLevel:
    effect = section.one_of("effect", EFFECTS, EFFECTS[0])
    points = section.number("points") if effect == "points" else None
    if points == 0 and section.has("points"):
        section.fault("points", "penalty_points_zero")
    step = PenaltyLevel(
        section.text("key"),
        section.words("title"),
        section.whole("weight", 1, HEAVIEST),
        section.flag("sign_off"),
        effect,
        points,
    )
    section.done()
    return step


def _category(section: Section, steps: Sequence[str]) -> Category:
    first = section.text("first")
    if first and steps and first not in steps:
        section.fault("first", "wanted_choice", given=first, choices=", ".join(steps))
    category = Category(section.text("key"), section.words("title"), first, section.texts("clauses", ()))
    section.done()
    return category


def _check_keys(section: Section, listed: str, keys: Sequence[str]) -> None:
    for number, key in enumerate(keys, 1):
        if key and not KEY.fullmatch(key):
            section.fault(f"{listed}[{number}].key", "penalty_key", given=key)
    for key, times in Counter(keys).items():
        if key and times > 1:
            section.fault(listed, "penalty_key_twice", given=key)
