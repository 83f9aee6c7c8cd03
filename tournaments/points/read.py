"""Reads the section ``[points]`` of a regulation."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from tournaments.points.rule import (
    ROUNDINGS,
    SHARED,
    Assets,
    ByPlace,
    Condition,
    Constant,
    Dice,
    Formula,
    PointLimits,
    Points,
    PointsRule,
    Share,
)
from tournaments.section import Section

MOST_PLAYERS = 12
MOST_ROUNDS = 50

_FORMULAS: dict[str, Callable[[Section], Formula]] = {
    "points": lambda section: Constant(section.number("points")),
    "by_place": lambda section: ByPlace(section.numbers("by_place"), section.one_of("shared", SHARED)),
    "assets": lambda section: Assets(section.number("assets")),
    "share": lambda section: Share(section.number("share")),
    "dice": lambda section: Dice(section.number("dice")),
}
RULE = ("points", "by_place", "assets", "share")
BONUS = (*RULE, "dice")


def read_points(section: Section) -> Points:
    """Read the rules and bonuses of ``[points]``; every fault is recorded in the section."""
    rules = tuple(_rule(each, number, RULE) for number, each in enumerate(section.sections("rule"), 1))
    bonuses = tuple(
        _rule(each, number, BONUS) for number, each in enumerate(section.sections("bonus", required=False), 1)
    )
    section.done()
    return Points(rules, bonuses)


def _rule(section: Section, number: int, formulas: tuple[str, ...]) -> PointsRule:
    flagged = "dice" in formulas
    rule = PointsRule(number, _condition(section, flagged), _formula(section, formulas), _limits(section))
    section.done()
    return rule


def _condition(section: Section, flagged: bool) -> Condition:
    flags = frozenset(section.texts("flags", ())) if flagged else frozenset()
    without = frozenset(section.texts("without", ())) if flagged else frozenset()
    for flag in sorted(flags & without):
        section.fault("without", "flag_wanted_and_not", flag=flag)
    return Condition(
        rounds=_list(section, "rounds", MOST_ROUNDS),
        last=_maybe(section, "last"),
        size=_list(section, "size", MOST_PLAYERS),
        survivors=_list(section, "survivors", MOST_PLAYERS),
        monopoly_win=_maybe(section, "monopoly_win"),
        winner=_maybe(section, "winner"),
        bankrupt=_maybe(section, "bankrupt"),
        place=_list(section, "place", MOST_PLAYERS),
        flags=flags,
        without=without,
    )


def _list(section: Section, key: str, most: int) -> tuple[int, ...] | None:
    return section.wholes(key, 1, most) if section.has(key) else None


def _maybe(section: Section, key: str) -> bool | None:
    return section.flag(key) if section.has(key) else None


def _formula(section: Section, formulas: tuple[str, ...]) -> Formula:
    keys = [key for key in formulas if section.has(key)]
    if len(keys) != 1:
        section.fault("", "one_formula", given=", ".join(keys) or "–", formulas=", ".join(formulas))
    read = [_FORMULAS[key](section) for key in keys]
    return read[0] if read else Constant(Fraction(0))


def _limits(section: Section) -> PointLimits:
    least = section.number("at_least") if section.has("at_least") else None
    most = section.number("at_most") if section.has("at_most") else None
    rounding = section.one_of("rounding", ROUNDINGS, "none")
    decimals = section.whole("decimals", 0, 6, 0)
    if least is not None and most is not None and least > most:
        section.fault("at_least", "least_above_most", least=least, most=most)
    if section.has("decimals") and rounding == "none":
        section.fault("decimals", "decimals_without_rounding")
    fixed = section.has("points") or section.has("by_place")
    for key in ("at_least", "at_most"):
        if section.has(key) and fixed:
            section.fault(key, "limit_without_effect")
    if section.has("points") and rounding != "none":
        section.fault("rounding", "limit_without_effect")
    return PointLimits(least, most, rounding, decimals)
