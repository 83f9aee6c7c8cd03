"""The point rules, penalties, flags and options of a regulation, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import rulesets
from referee.core.language import text
from rulesets import Money
from rulesets.irregularities import Irregularity
from rulesets.languages import language as settings
from tournaments.paper.words import headed
from tournaments.penalties.rule import PenaltiesRule, PenaltyLevel
from tournaments.players.row import columns
from tournaments.points.rule import (
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
from tournaments.points.score import figure


def flag_title(flag: str, language: str) -> str:
    """Return the title of a flag; a flag that the regulation itself defines has none and is shown as it is."""
    titles = columns().titles.get(f"flag.{flag}")
    return titles[language] if titles else flag


def flag_titles(flags: Iterable[str], language: str) -> list[str]:
    return [flag_title(flag, language) for flag in flags]


SHARED: Mapping[str, str] = {
    "best": "reg_shared_best",
    "worst": "reg_shared_worst",
}
ROUNDED: Mapping[str, str] = {
    "down": "reg_rounded_down",
    "up": "reg_rounded_up",
    "half_up": "reg_rounded_half_up",
}


def points_lines(points: Points, money: Money, language: str) -> list[str]:
    """Return a line for every rule, in order, and then for every bonus.  ``money``: of the game."""
    rules = [rule_text(rule, money, language, first=rule is points.rules[0]) for rule in points.rules]
    bonuses = [rule_text(rule, money, language, first=True) for rule in points.bonuses]
    return rules + [text(language, "reg_rule_bonus", rule=each) for each in bonuses]


def rule_text(rule: PointsRule, money: Money, language: str, *, first: bool) -> str:
    """A rule: when it holds, and what it gives."""
    always = text(language, "reg_when_always" if first else "reg_when_else")
    conditions = join_list(condition_texts(rule.when, language), language) or always
    gives = formula_text(rule.formula, money, language)
    if limits := limit_texts(rule.limits, language):
        gives = text(language, "reg_gives_within", gives=gives, limits=join_list(limits, language))
    return text(language, "reg_rule_line", when=headed(conditions), gives=gives)


def condition_texts(when: Condition, language: str) -> list[str]:
    def one_of(key: str, name: str, values: Iterable[object] | None) -> list[str]:
        return [] if values is None else [text(language, key, **{name: join_list(values, language)})]

    def either(key: str, opposite: str, value: bool | None) -> list[str]:
        return [] if value is None else [text(language, key if value else opposite)]

    flags, without = (flag_titles(sorted(each), language) for each in (when.flags, when.without))
    return [
        *one_of("reg_when_rounds", "rounds", when.rounds),
        *either("reg_when_last", "reg_when_not_last", when.last),
        *([] if when.size is None else [text(language, "reg_when_size", sizes=sizes_text(when.size, language))]),
        *either("reg_when_monopoly", "reg_when_no_monopoly", when.monopoly_win),
        *one_of("reg_when_survivors", "survivors", when.survivors),
        *either("reg_when_winner", "reg_when_not_winner", when.winner),
        *either("reg_when_bankrupt", "reg_when_not_bankrupt", when.bankrupt),
        *one_of("reg_when_place", "places", when.place),
        *one_of("reg_when_flags", "flags", flags or None),
        *one_of("reg_when_without", "flags", without or None),
    ]


def formula_text(formula: Formula, money: Money, language: str) -> str:
    """The formula of a rule, before its limits."""
    match formula:
        case Constant(points):
            return text(language, "reg_gives_points", points=figure(points))
        case ByPlace(points, shared):
            line = text(language, "reg_gives_by_place", points=" / ".join(map(figure, points)))
            return line if shared == "average" else join_list((line, text(language, SHARED[shared])), language)
        case Assets(per_dollar):
            return (
                text(language, "reg_gives_assets", unit=money.one)
                if per_dollar == 1
                else text(language, "reg_gives_assets_times", factor=figure(per_dollar), unit=money.one)
            )
        case Share(factor):
            return (
                text(language, "reg_gives_share")
                if factor == 1
                else text(language, "reg_gives_share_times", factor=figure(factor))
            )
        case Dice(per_pip):
            return text(language, "reg_gives_dice", points=figure(per_pip))


def limit_texts(limits: PointLimits, language: str) -> list[str]:
    """The limits and rounding of a formula."""
    found = []
    if limits.at_least is not None:
        found.append(text(language, "reg_limit_least", points=figure(Fraction(limits.at_least))))
    if limits.at_most is not None:
        found.append(text(language, "reg_limit_most", points=figure(Fraction(limits.at_most))))
    if limits.rounding in ROUNDED:
        found.append(text(language, ROUNDED[limits.rounding], decimals=limits.decimals))
    return found


def sizes_text(sizes: Iterable[int], language: str) -> str:
    """Sizes of tables: 4–5, or a list if there are others between them."""
    found = sorted(sizes)
    whole = len(found) > 1 and found[-1] - found[0] == len(found) - 1
    return f"{found[0]}–{found[-1]}" if whole else join_list(found, language)


def join_list(words: Iterable[object], language: str) -> str:
    return settings(language).joins.list.join(str(each) for each in words)


TITLES: Mapping[str, str] = {
    "starting_cash": "option_starting_cash",
    "time_limit_minutes": "option_time_limit",
    "dealt_deeds": "option_dealt_deeds",
    "dealt_deeds_are_paid": "option_dealt_deeds_paid",
    "negotiation_from": "option_negotiation",
    "interest_rounding": "option_interest",
    "least_bid": "option_least_bid",
    "bid_step": "option_bid_step",
    "ending": "option_ending",
    "direct_hotel": "option_direct_hotel",
    "auction_seconds": "option_auction_seconds",
    "jail_doubles_throw_again": "option_jail_doubles",
    "parking_taxes": "option_parking_taxes",
    "parking_fines": "option_parking_fines",
    "parking_jail": "option_parking_jail",
    "parking_stake": "option_parking_stake",
}
"""The text keys of the shipped rulesets' options, by option."""

VALUES: Mapping[tuple[str, object], str] = {
    ("time_limit_minutes", None): "reg_minutes_none",
    ("negotiation_from", "start"): "option_negotiation_start",
    ("negotiation_from", "first_go"): "option_negotiation_first_go",
    ("interest_rounding", "up"): "option_interest_up",
    ("interest_rounding", "down"): "option_interest_down",
    ("interest_rounding", "half_up"): "option_interest_half_up",
    ("ending", "at_once"): "option_ending_at_once",
    ("ending", "finish_turn"): "option_ending_finish_turn",
    ("ending", "equal_turns"): "option_ending_equal_turns",
}
"""The text keys of values that are words in the regulation's file, by option and value."""


def option_lines(ruleset: str, options: Mapping[str, object], language: str) -> list[str]:
    """Return a line for each option that is set; one without a text in `TITLES` is described as in its ruleset."""
    game = rulesets.load(ruleset)
    known = {option.name: option for option in game.options}
    found = []
    for name, value in options.items():
        option = known.get(name)
        about = name if option is None else option.about[language]
        title = text(language, TITLES[name]) if name in TITLES else about
        shown = value_text(name, value, language, game.money() if option is not None and option.money else None)
        found.append(text(language, "reg_game_option", about=title, value=shown))
    return found


def value_text(name: str, value: object, language: str, money: Money | None = None) -> str:
    """Return the value of an option in words; a value without a text is shown as in the file.

    ``money``: how the game writes amounts, if the option is one.
    """
    if isinstance(value, list):
        return join_list((value_text(name, each, language) for each in value), language)
    if isinstance(value, bool):
        return text(language, "reg_yes" if value else "reg_no")
    if isinstance(value, int):
        return f"{value:,}" if money is None else money.typed(value)
    return text(language, VALUES[name, value]) if (name, value) in VALUES else str(value)


def effect_text(step: PenaltyLevel, language: str) -> str:
    """Return the effect of a penalty step in words; empty if it has none."""
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


ESCALATES: Mapping[str, str] = {
    "same_category": "penalties_escalates_same_category",
    "any_category": "penalties_escalates_any_category",
    "never": "penalties_escalates_never",
}


def penalty_lines(rule: PenaltiesRule, language: str) -> list[str]:
    """Return the penalty steps, the step that each offence starts with, and what follows when it is repeated."""
    titles = {step.key: step.titles[language] for step in rule.steps}
    steps = (_penalty_step(step, _consequences(step, language), language) for step in rule.steps)
    return [
        text(language, "penalties_rule_steps", steps=join_list(steps, language)),
        *(
            text(language, "penalties_rule_category", category=each.titles[language], step=titles[each.first])
            for each in rule.categories
        ),
        text(language, ESCALATES[rule.escalates]),
    ]


def first_penalty(kind: Irregularity, rule: PenaltiesRule, language: str) -> str:
    """The usual first penalty for an irregularity, with the offences that it is for; empty if there is none."""
    known = rule.usual(kind.offences, kind.first)
    return join_list(
        (_penalty_step(step, [each.titles[language] for each in offences], language) for step, offences in known),
        language,
    )


def _penalty_step(step: PenaltyLevel, facts: Sequence[str], language: str) -> str:
    title = step.titles[language]
    return text(language, "penalties_rule_step", step=title, facts=join_list(facts, language)) if facts else title


def _consequences(step: PenaltyLevel, language: str) -> list[str]:
    """What follows from a step, and whether it needs a second person."""
    effect = effect_text(step, language)
    return [each for each in (effect, text(language, "penalties_needs_sign_off") if step.sign_off else "") if each]
