"""The effect of penalties on results and standings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rulesets.languages import FALLBACK
from tournaments.result import GameResult
from tournaments.standings.contest import Adjustment


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


def adjustments(sanctions: Sequence[Sanction]) -> tuple[Adjustment, ...]:
    """The points that penalties give or take, from the round on in which they were given."""
    return tuple(
        Adjustment(each.player, each.points, dict(each.titles)[FALLBACK], each.round)
        for each in sanctions
        if each.points is not None
    )
