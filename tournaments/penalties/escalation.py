"""The step that is next for a player, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.penalties.rule import Category, PenaltiesRule, Step


@dataclass(frozen=True, slots=True)
class Earlier:
    """A penalty that a player has in this event, not cancelled: keys and weight as they were when it was given."""

    category: str
    step: str
    weight: int


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A step to take.

    ``because``: ``first`` (nothing before, or nothing as heavy as the offence itself), ``again`` (heavier than those
    before), ``heaviest`` (there is nothing heavier).  ``times``: how many penalties before count; ``last``: the
    heaviest of them, None where there is none.
    """

    step: Step
    because: str
    times: int
    last: Earlier | None


def suggested(rule: PenaltiesRule, category: Category, history: Sequence[Earlier]) -> Suggestion:
    """The lightest step that is heavier than whatever counts of the history, and no lighter than the offence's first.

    ``history``: the earlier penalties of the player; which of them count is the rule's ``escalates``.
    """
    first = rule.step(category.first)
    assert first is not None  # the regulation was read without a fault
    counts = [each for each in history if _counts(rule, category, each)]
    if not counts:
        return Suggestion(first, "first", 0, None)
    last = max(counts, key=lambda each: each.weight)
    heavier = next((step for step in rule.steps if step.weight > last.weight), None)
    if heavier is None:
        return Suggestion(rule.steps[-1], "heaviest", len(counts), last)
    if heavier.weight <= first.weight:
        return Suggestion(first, "first", len(counts), last)
    return Suggestion(heavier, "again", len(counts), last)


def _counts(rule: PenaltiesRule, category: Category, earlier: Earlier) -> bool:
    return rule.escalates == "any_category" or (rule.escalates == "same_category" and earlier.category == category.key)
