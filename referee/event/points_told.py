"""Rules of points in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from referee.event.flags_told import flag_titles
from referee.language import language, word
from tournaments.points.condition import Condition
from tournaments.points.formula import Assets, ByPlace, Constant, Dice, Formula, Share
from tournaments.points.rule import Limits, Points, PointsRule
from tournaments.points.telling import figure
from tournaments.standings.sentence import AND

SHARED: Mapping[str, Callable[[], str]] = {
    "best": lambda: word("reg_shared_best"),
    "worst": lambda: word("reg_shared_worst"),
}
ROUNDED: Mapping[str, Callable[..., str]] = {
    "down": lambda **facts: word("reg_rounded_down", **facts),
    "up": lambda **facts: word("reg_rounded_up", **facts),
    "half_up": lambda **facts: word("reg_rounded_half_up", **facts),
}


def points_told(points: Points) -> list[str]:
    """Every rule, in order, and every bonus."""
    told = [rule_told(rule, first=rule is points.rules[0]) for rule in points.rules]
    return told + [word("reg_rule_bonus", rule=rule_told(rule, first=True)) for rule in points.bonuses]


def rule_told(rule: PointsRule, *, first: bool) -> str:
    """A rule: when it holds, and what it gives."""
    conditions = listed(condition_told(rule.when)) or (word("reg_when_always") if first else word("reg_when_else"))
    return word("reg_rule_line", when=conditions, gives=listed((formula_told(rule.formula), *limits_told(rule.limits))))


def condition_told(when: Condition) -> list[str]:
    """Every condition of a rule."""
    told = []
    if when.rounds is not None:
        told.append(word("reg_when_rounds", rounds=listed(when.rounds)))
    if when.last is not None:
        told.append(word("reg_when_last") if when.last else word("reg_when_not_last"))
    if when.size is not None:
        told.append(word("reg_when_size", sizes=listed(when.size)))
    if when.monopoly_win is not None:
        told.append(word("reg_when_monopoly") if when.monopoly_win else word("reg_when_no_monopoly"))
    if when.survivors is not None:
        told.append(word("reg_when_survivors", survivors=listed(when.survivors)))
    if when.winner is not None:
        told.append(word("reg_when_winner") if when.winner else word("reg_when_not_winner"))
    if when.bankrupt is not None:
        told.append(word("reg_when_bankrupt") if when.bankrupt else word("reg_when_not_bankrupt"))
    if when.place is not None:
        told.append(word("reg_when_place", places=listed(when.place)))
    if when.flags:
        told.append(word("reg_when_flags", flags=listed(flag_titles(sorted(when.flags)))))
    if when.without:
        told.append(word("reg_when_without", flags=listed(flag_titles(sorted(when.without)))))
    return told


def formula_told(formula: Formula) -> str:
    """What a rule gives, before its limits."""
    match formula:
        case Constant(points):
            return word("reg_gives_points", points=figure(points))
        case ByPlace(points, shared):
            line = word("reg_gives_by_place", points=" / ".join(map(figure, points)))
            return line if shared == "average" else listed((line, SHARED[shared]()))
        case Assets(per_dollar):
            return (
                word("reg_gives_assets")
                if per_dollar == 1
                else word("reg_gives_assets_times", factor=figure(per_dollar))
            )
        case Share(factor):
            return word("reg_gives_share") if factor == 1 else word("reg_gives_share_times", factor=figure(factor))
        case Dice(per_pip):
            return word("reg_gives_dice", points=figure(per_pip))


def limits_told(limits: Limits) -> list[str]:
    """What is done to the points of a formula."""
    told = []
    if limits.at_least is not None:
        told.append(word("reg_limit_least", points=figure(Fraction(limits.at_least))))
    if limits.at_most is not None:
        told.append(word("reg_limit_most", points=figure(Fraction(limits.at_most))))
    if limits.rounding in ROUNDED:
        told.append(ROUNDED[limits.rounding](decimals=limits.decimals))
    return told


def listed(words: Iterable[object]) -> str:
    """Words one after the other, as the reader's language has it."""
    return AND[language()].join(str(each) for each in words)
