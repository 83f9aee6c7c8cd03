"""Checks points rules against the round plan: every ending of a game must be covered, and every rule must have an
effect.

All possible endings are tried, which is exact and feasible: there are few rounds, table sizes, survivors and places.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tournaments.fault import Fault
from tournaments.points.rule import ByPlace, Points, PointsRule, Situation, value_of

Sizes = Mapping[int, Sequence[int]]
"""The table sizes of each round that counts, by round number."""


def situations(sizes: Sizes) -> Iterator[Situation]:
    """Every way in which a player can end a game of these rounds."""
    last = max(sizes, default=0)
    for number, of_round in sizes.items():
        for size in of_round:
            for survivors in range(1, size + 1):
                for place in range(1, size + 1):
                    yield Situation(
                        round=number,
                        last=number == last,
                        size=size,
                        survivors=survivors,
                        winner=survivors == 1 and place == 1,
                        bankrupt=place > survivors,
                        place=place,
                    )


def check(points: Points, sizes: Sizes, path: str) -> list[Fault]:
    """All faults of the rules for the rounds that count: uncovered endings, and rules and values without effect."""
    every = list(situations(sizes))
    reached: dict[int, list[Situation]] = {rule.number: [] for rule in points.rules}
    uncovered = []
    for situation in every:
        rule = next((rule for rule in points.rules if rule.when.holds(situation)), None)
        if rule is None:
            uncovered.append(situation)
        else:
            reached[rule.number].append(situation)
    faults = []
    if uncovered:
        first = uncovered[0]
        facts = {"round": first.round, "size": first.size, "survivors": first.survivors, "place": first.place}
        faults.append(Fault(f"{path}.rule", "ending_not_covered", {**facts, "count": len(uncovered)}))
    for rule in points.rules:
        faults += _ineffective(rule, reached[rule.number], f"{path}.rule[{rule.number}]")
    for bonus in points.bonuses:
        held = [each for each in every if bonus.when.holds(_flagged(each, bonus))]
        faults += _ineffective(bonus, held, f"{path}.bonus[{bonus.number}]")
    return faults


def _ineffective(rule: PointsRule, held: list[Situation], path: str) -> list[Fault]:
    if not held:
        return [Fault(path, "rule_never_holds")]
    faults = [
        Fault(f"{path}.{key}", "value_never_holds", {"value": value})
        for key, value in rule.when.listed()
        if not any(value_of(situation, key) == value for situation in held)
    ]
    if isinstance(rule.formula, ByPlace):
        largest = max(situation.size for situation in held)
        if len(rule.formula.points) > largest:
            facts = {"count": len(rule.formula.points), "size": largest}
            faults.append(Fault(f"{path}.by_place", "places_beyond_table", facts))
    return faults


def _flagged(situation: Situation, bonus: PointsRule) -> Situation:
    """The situation with the flags that the bonus requires."""
    return Situation(
        situation.round,
        situation.last,
        situation.size,
        situation.survivors,
        situation.winner,
        situation.bankrupt,
        situation.place,
        bonus.when.flags,
    )
