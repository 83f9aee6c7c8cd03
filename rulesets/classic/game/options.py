"""The options that every ruleset of the classic board has: what a tournament's regulation may set.

Each ruleset says which of its clauses an option bends, and what holds without a regulation.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from rulesets.classic.game.table import AT_ONCE, ENDINGS, EQUAL_TURNS, FINISH_TURN, POT_FROM, POT_STAKE
from rulesets.kernel.options import Option
from rulesets.kernel.refusal import Refusal, malformed, refuse
from rulesets.kernel.report import Parser, choice, flag, shown, whole
from rulesets.languages.texts import by_language

ABOUT = by_language(files("rulesets") / "texts", "classic")["options"]
"""What an option means, by its name and language."""
DEAREST_TWO = 750
"""The most that two dealt deeds can cost, in dollars, on the existing boards."""


def _deeds(value: Any, _table: object) -> int:
    if type(value) is int and value in (0, 2):
        return int(value)
    malformed("not_one_of", value=shown(value), values=[0, 2])


def _minutes(value: Any, table: object) -> int | None:
    return None if value is None else int(whole(1, 24 * 60)(value, table))


def starting_cash(clause: str) -> Option:
    return Option(
        "starting_cash",
        whole(0),
        1500,
        clause,
        ABOUT["starting_cash"],
        (1000, 2500),
        set_up=True,
        money=True,
    )


def time_limit(clause: str, default: int | None = None, *, required: bool = False) -> Option:
    """The length of the game; ``required``: whether the game must have one."""
    parse: Parser = whole(1, 24 * 60) if required else _minutes
    return Option(
        "time_limit_minutes",
        parse,
        default,
        clause,
        ABOUT["time_limit_minutes"],
        (60,),
    )


def dealt_deeds(clause: str, default: int = 0) -> Option:
    """Deeds dealt before the game."""
    return Option(
        "dealt_deeds",
        _deeds,
        default,
        clause,
        ABOUT["dealt_deeds"],
        (2 - default,),
        set_up=True,
    )


def dealt_deeds_are_paid(clause: str, *, default: bool = True) -> Option:
    return Option(
        "dealt_deeds_are_paid",
        flag,
        default,
        clause,
        ABOUT["dealt_deeds_are_paid"],
        set_up=True,
    )


def negotiation_from(clause: str) -> Option:
    """When deals may begin."""
    return Option(
        "negotiation_from",
        choice("start", "first_go"),
        "start",
        clause,
        ABOUT["negotiation_from"],
        ("first_go",),
    )


def interest_rounding(clause: str) -> Option:
    """How ten per cent is rounded."""
    return Option(
        "interest_rounding",
        choice("up", "down", "half_up"),
        "up",
        clause,
        ABOUT["interest_rounding"],
        ("down", "half_up"),
    )


def least_bid(clause: str, default: int) -> Option:
    """The first call of an auction."""
    return Option(
        "least_bid",
        whole(1, 1000),
        default,
        clause,
        ABOUT["least_bid"],
        (20,),
        money=True,
    )


def bid_step(clause: str, default: int) -> Option:
    return Option(
        "bid_step",
        whole(1, 100),
        default,
        clause,
        ABOUT["bid_step"],
        (10,),
        money=True,
    )


def ending(clause: str) -> Option:
    """What is still played after the end signal."""
    return Option(
        "ending",
        choice(*ENDINGS),
        AT_ONCE,
        clause,
        ABOUT["ending"],
        (FINISH_TURN, EQUAL_TURNS),
    )


def parking(clause: str) -> tuple[Option, ...]:
    """The house rule of Free Parking: what goes in the middle of the board, for whoever lands there."""
    house, most = "HOUSE/PARKING-1", 10_000

    def option(name: str, parse: Parser, default: Any, samples: tuple[Any, ...]) -> Option:
        return Option(name, parse, default, clause, ABOUT[name], samples, house=house)

    return (
        *(option(name, flag, False, (True,)) for name in dict.fromkeys(POT_FROM.values())),
        option(POT_STAKE, whole(0, most), 0, (100, 250, 500)),
    )


def conflict(given: Mapping[str, Any], chosen: Mapping[str, Any]) -> list[Refusal]:
    """Return refusals for options that have no effect beside another one, or contradict it."""
    found = []
    if "dealt_deeds_are_paid" in given and not chosen["dealt_deeds"]:
        found.append(refuse("option_without_effect", option="dealt_deeds_are_paid", other="dealt_deeds", value=0))
    if chosen["dealt_deeds"] and chosen["dealt_deeds_are_paid"] and chosen["starting_cash"] < DEAREST_TWO:
        facts = {"option": "starting_cash", "value": chosen["starting_cash"], "other": "dealt_deeds_are_paid"}
        found.append(refuse("options_contradict", **facts, least=DEAREST_TWO))
    least, step = chosen.get("least_bid"), chosen.get("bid_step")
    if least is not None and step is not None and "least_bid" in given and least % step:
        facts = {"option": "least_bid", "value": least, "other": "bid_step"}
        found.append(refuse("options_contradict", **facts, least=-(-least // step) * step))
    return found
