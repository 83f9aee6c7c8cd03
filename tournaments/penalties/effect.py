"""The next step for a player, and the effect of penalties on results and standings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rulesets.languages import FALLBACK
from tournaments.penalties.rule import Category, PenaltiesRule, PenaltyLevel
from tournaments.result import GameResult
from tournaments.standings.contest import GivenPoints


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

    step: PenaltyLevel
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


@dataclass(frozen=True, slots=True)
class Sanction:
    """A penalty in force that has an effect.

    ``effect``: one of `tournaments.penalties.rule.EFFECTS`; ``points``: None for any other effect than points.
    ``round``: in which it happened, 0 before the first; ``table``: the table's number in it, None if it belongs to no
    game. ``titles``: the step's, as pairs of language and text, sorted by language.
    """

    player: str
    effect: str
    points: Fraction | None
    round: int
    table: int | None
    titles: tuple[tuple[str, str], ...]


def with_penalties(result: GameResult, sanctions: Sequence[Sanction]) -> GameResult:
    """The result with penalties applied: a player who lost the game by a penalty is last, regardless of how the game
    ended.
    """
    lost = {
        each.player
        for each in sanctions
        if each.effect in ("last", "out") and (each.round, each.table) == (result.round, result.table)
    }
    if lost.isdisjoint(each.player for each in result.players):
        return result
    return replace(result, players=tuple(replace(each, lost=each.player in lost) for each in result.players))


def adjustments(sanctions: Sequence[Sanction]) -> tuple[GivenPoints, ...]:
    """The points that penalties give or take, from the round on in which they were given."""
    return tuple(
        GivenPoints(each.player, each.points, dict(each.titles)[FALLBACK], each.round)
        for each in sanctions
        if each.points is not None
    )
