"""Reads `[penalties]`, and the default penalties for a regulation without that section."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from rulesets.languages.texts import document
from tournaments.fault import Faulty
from tournaments.penalties.rule import EFFECTS, ESCALATIONS, Category, PenaltiesRule, Step
from tournaments.section import Section

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


def _step(section: Section) -> Step:
    effect = section.one_of("effect", EFFECTS, EFFECTS[0])
    points = section.number("points") if effect == "points" else None
    if points == 0 and section.has("points"):
        section.fault("points", "penalty_points_zero")
    step = Step(
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
