"""Rules of points, flags and options of a regulation, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

import rulesets
from referee.core.language import language, text, word
from rulesets.languages import language as settings
from tournaments.penalties.rule import Step
from tournaments.players.row import columns
from tournaments.points.condition import Condition
from tournaments.points.formula import Assets, ByPlace, Constant, Dice, Formula, Share
from tournaments.points.rule import Limits, Points, PointsRule
from tournaments.points.telling import figure


def flag_title(flag: str, language: str) -> str:
    """A flag as people read it; one of the regulation's own is its word."""
    titles = columns().titles.get(f"flag.{flag}")
    return titles[language] if titles else flag


def flag_titles(flags: Iterable[str], language: str) -> list[str]:
    """Flags as people read them."""
    return [flag_title(flag, language) for flag in flags]


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
        told.append(word("reg_when_flags", flags=listed(flag_titles(sorted(when.flags), language()))))
    if when.without:
        told.append(word("reg_when_without", flags=listed(flag_titles(sorted(when.without), language()))))
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
    return settings(language()).joins.list.join(str(each) for each in words)


TITLES: Mapping[str, Callable[[], str]] = {
    "starting_cash": lambda: word("option_starting_cash"),
    "time_limit_minutes": lambda: word("option_time_limit"),
    "dealt_deeds": lambda: word("option_dealt_deeds"),
    "dealt_deeds_are_paid": lambda: word("option_dealt_deeds_paid"),
    "negotiation_from": lambda: word("option_negotiation"),
    "interest_rounding": lambda: word("option_interest"),
    "least_bid": lambda: word("option_least_bid"),
    "bid_step": lambda: word("option_bid_step"),
    "ending": lambda: word("option_ending"),
    "direct_hotel": lambda: word("option_direct_hotel"),
    "auction_seconds": lambda: word("option_auction_seconds"),
    "jail_doubles_throw_again": lambda: word("option_jail_doubles"),
}
"""Options of the shipped rulesets, by name."""

VALUES: Mapping[tuple[str, object], Callable[[], str]] = {
    ("time_limit_minutes", None): lambda: word("reg_minutes_none"),
    ("negotiation_from", "start"): lambda: word("option_negotiation_start"),
    ("negotiation_from", "first_go"): lambda: word("option_negotiation_first_go"),
    ("interest_rounding", "up"): lambda: word("option_interest_up"),
    ("interest_rounding", "down"): lambda: word("option_interest_down"),
    ("interest_rounding", "half_up"): lambda: word("option_interest_half_up"),
    ("ending", "at_once"): lambda: word("option_ending_at_once"),
    ("ending", "finish_turn"): lambda: word("option_ending_finish_turn"),
    ("ending", "equal_turns"): lambda: word("option_ending_equal_turns"),
}
"""Values that are words of the regulation's file, by option and value."""


def options_told(ruleset: str, options: Mapping[str, object]) -> list[str]:
    """What is set, a line each.  An option that we have no words for is told as its ruleset describes it."""
    about = {option.name: option.about[language()] for option in rulesets.load(ruleset).options}
    return [
        word(
            "reg_game_option",
            about=TITLES[name]() if name in TITLES else about.get(name, name),
            value=value_told(name, value),
        )
        for name, value in options.items()
    ]


def value_told(name: str, value: object) -> str:
    """The value of an option; what is no word of ours stands as in the file."""
    if isinstance(value, list):
        return listed(value_told(name, each) for each in value)
    if isinstance(value, bool):
        return word("reg_said_yes") if value else word("reg_said_no")
    if isinstance(value, int):
        return f"{value:,}"
    return VALUES[name, value]() if (name, value) in VALUES else str(value)


def effect_text(step: Step, language: str) -> str:
    """What a step of the penalties does; empty where it does nothing."""
    match step.effect:
        case "points":
            return points_change(step.points, language)
        case "last":
            return text(language, "penalties_effect_last")
        case "out":
            return text(language, "penalties_effect_out")
    return ""


def points_change(points: Fraction | None, language: str) -> str:
    """Points given or taken, with their sign."""
    assert points is not None
    return text(language, "penalties_effect_points", points=f"{'+' if points > 0 else ''}{figure(points)}")
