"""The next step for a player, and the reason for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.penalties.rule import Category, PenaltiesRule, Step


@dataclass(frozen=True, slots=True)
class Earlier:
    """A penalty that a player already has in this event and that is not cancelled, with keys and weight as of when it
    was given.
    """

    category: str
    step: str
    weight: int


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggested step.

    ``because``: ``first`` (no earlier penalty, or none as heavy as the offence itself), ``again`` (heavier than the
    earlier ones), ``heaviest`` (there is nothing heavier).  ``times``: how many earlier penalties count; ``last``: the
    heaviest of them, None if there is none.
    """

    step: Step
    because: str
    times: int
    last: Earlier | None


def suggest_step(rule: PenaltiesRule, category: Category, history: Sequence[Earlier]) -> Suggestion:
    """The lightest step that is heavier than all penalties that count, and no lighter than the first step for the
    offence.

    ``history``: the player's earlier penalties; the rule's ``escalates`` says which of them count.
    """
    first = rule.step(category.first)
    assert first is not None  # guaranteed when the regulation was read
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
