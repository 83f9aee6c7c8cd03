"""The points of a game, with their calculation, step by step in the reader's language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from importlib.resources import files

from rulesets import Money
from rulesets.languages.counted import fill
from rulesets.languages.texts import texts
from tournaments.fault import Fault, Faulty
from tournaments.points.rule import Assets, FormulaInput, FormulaStep, Points, PointsRule, Share, Situation
from tournaments.result import GameResult, PlayerResult, places, places_played


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """What the points depend on besides the game.

    ``last``: whether its round is the last that counts.  By player: ``flags``, and ``dice``, the sums thrown for a
    bonus, as entered.
    """

    last: bool = False
    flags: Mapping[str, frozenset[str]] = field(default_factory=dict)
    dice: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Score:
    """A player's points for a game.

    ``rule``: the number of the rule that gave them, None if the judge entered the points; ``bonuses``: the numbers of
    those added; ``steps``: the calculation, whose last step has the final ``points``.
    """

    player: str
    points: Fraction
    rule: int | None
    bonuses: tuple[int, ...]
    steps: tuple[FormulaStep, ...]


def score(points: Points, result: GameResult, facts: RoundFacts) -> dict[str, Score]:
    """Return the score of every player of a game.

    Raises `Faulty` for an impossible result: a player twice, nobody left, a place missing although others were entered,
    or a game that no rule covers (its table has a size or a round that the regulation does not provide for).
    """
    faults = _faults(result)
    if faults:
        raise Faulty(faults)
    place_of, played = places(result), places_played(result)
    sharing = Counter(place_of.values())
    table = sum(each.assets for each in result.players)
    scores = {}
    for each in result.players:
        if each.points is not None and not each.lost:
            written = FormulaStep("written", each.points)
            scores[each.player] = Score(each.player, each.points, None, (), (written,))
            continue
        place = place_of.get(each.player, result.size)
        situation = situation_of(result, each, place, facts)
        assets = 0 if each.lost else each.assets
        holding = FormulaInput(place, sharing[place], assets, table, facts.dice.get(each.player))
        rule = next((rule for rule in points.rules if rule.when.holds(situation)), None)
        if rule is None and played.get(each.player, place) != place:
            # Somebody's penalty moved the player up to a place that no rule covers: use the place as played.
            situation = situation_of(result, each, played[each.player], facts)
            rule = next((rule for rule in points.rules if rule.when.holds(situation)), None)
        if rule is None:
            faults.append(Fault("", "no_rule_for_game", _named(result, each)))
            continue
        if not each.counted and any(_uses_dollars(one, situation) for one in (rule, *points.bonuses)):
            faults.append(Fault("", "winner_uncounted", _named(result, each)))
            continue
        scores[each.player] = _scored(each, rule, points, situation, holding)
    if faults:
        raise Faulty(faults)
    return scores


def situation_of(result: GameResult, each: PlayerResult, place: int, facts: RoundFacts) -> Situation:
    """How a player ended a game, as conditions see it; a player who lost it by a penalty counts as the first to go
    bankrupt.
    """
    winner = result.monopoly_winner
    survivors = 1 if winner is not None else sum(other.fell is None for other in result.players)
    if each.lost and each.fell is None:
        survivors = max(1, survivors - 1)
    return Situation(
        round=result.round,
        last=facts.last,
        size=result.size,
        survivors=survivors,
        winner=each.player == winner,
        bankrupt=each.lost or (each.player != winner if winner is not None else each.fell is not None),
        place=place,
        flags=facts.flags.get(each.player, frozenset()),
    )


def _uses_dollars(rule: PointsRule, situation: Situation) -> bool:
    """Whether a rule applies and gives points by dollars."""
    return rule.when.holds(situation) and isinstance(rule.formula, (Assets, Share))


def _scored(each: PlayerResult, rule: PointsRule, points: Points, situation: Situation, holding: FormulaInput) -> Score:
    lost = [FormulaStep("lost", Fraction(0))] if each.lost else []
    steps = [*lost, FormulaStep("rule", Fraction(0), {"number": rule.number}), *_formula_steps(rule, holding)]
    bonuses = [bonus for bonus in points.bonuses if bonus.when.holds(situation)]
    for bonus in bonuses:
        so_far = steps[-1].points
        extra = _formula_steps(bonus, holding)
        steps += extra
        steps.append(FormulaStep("bonus", so_far + extra[-1].points, {"number": bonus.number}))
    return Score(each.player, steps[-1].points, rule.number, tuple(bonus.number for bonus in bonuses), tuple(steps))


def _formula_steps(rule: PointsRule, holding: FormulaInput) -> list[FormulaStep]:
    first = rule.formula.of(holding)
    return [first, *rule.limits.steps(first.points)]


def _faults(result: GameResult) -> list[Fault]:
    found = []
    for player, times in Counter(each.player for each in result.players).items():
        if times > 1:
            found.append(Fault("", "player_twice_at_table", {"player": player, **_where(result)}))
    written = [each for each in result.players if each.place is not None]
    if all(each.points is not None for each in result.players):
        return found
    if written:
        found += [Fault("", "place_missing", _named(result, each)) for each in result.players if each.place is None]
    elif all(each.fell is not None for each in result.players):
        found.append(Fault("", "nobody_left", _where(result)))
    if sum(each.monopoly for each in result.players) > 1:
        found.append(Fault("", "two_monopoly_winners", _where(result)))
    return found


def _where(result: GameResult) -> dict[str, object]:
    return {"round": result.round, "table": result.table}


def _named(result: GameResult, each: PlayerResult) -> dict[str, object]:
    return {"player": each.player, "size": result.size, **_where(result)}


AMOUNTS = ("assets", "table")
"""The facts of a step that are amounts of money."""


def reckoning(score: Score, money: Money, language: str) -> tuple[str, ...]:
    """The explanation of a score in a language, one sentence per step.  ``money``: of the game."""
    return tuple(_sentence(step, money, language) for step in score.steps)


def figure(number: Fraction) -> str:
    """A number as printed: exact if it is whole, otherwise rounded to at most four decimals."""
    if number.denominator == 1:
        return str(number.numerator)
    rounded = (abs(number.numerator) * 20_000 + number.denominator) // (2 * number.denominator)
    text = f"{rounded // 10_000}.{rounded % 10_000:04d}".rstrip("0").rstrip(".")
    return f"-{text}" if number < 0 else text


def _sentence(step: FormulaStep, money: Money, language: str) -> str:
    code = "by_place_shared" if "shared_by" in step.facts else step.code
    sentences = _sentences(language)
    facts = {
        key: figure(value) if isinstance(value, Fraction) else sentences.get(f"word_{value}", value)
        for key, value in step.facts.items()
    }
    facts |= {key: money.shown(each) for key in AMOUNTS if isinstance(each := step.facts.get(key), int)}
    return fill(sentences[code], points=figure(step.points), unit=money.one, **facts)


@cache
def _sentences(language: str) -> Mapping[str, str]:
    return texts(files("tournaments") / "texts", "points", language)
