"""The options of Monopoly City that a regulation, or the players at the table, may set."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from rulesets.city.game.table import Figures
from rulesets.kernel.options import Option
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import flag, whole
from rulesets.languages.texts import by_language

ABOUT = by_language(files("rulesets") / "texts", "city")["options"]
"""The meaning of each option, by its name and language."""


def _minutes(value: Any, table: object) -> int | None:
    return None if value is None else int(whole(1, 24 * 60)(value, table))


OPTIONS = (
    Option(
        "starting_cash",
        whole(0),
        Figures().starting_cash,
        "CITY/MONEY-1",
        ABOUT["starting_cash"],
        (3000, 12000),
        set_up=True,
        money=True,
    ),
    Option(
        "time_limit_minutes",
        _minutes,
        None,
        "CITY/LENGTH-1",
        ABOUT["time_limit_minutes"],
        (60, 120),
    ),
    Option(
        "auction_seconds",
        whole(1, 3600),
        50,
        "CITY/AUCTION-2",
        ABOUT["auction_seconds"],
        (30,),
    ),
    Option(
        "jail_doubles_throw_again",
        flag,
        True,
        "CITY/JAIL-9",
        ABOUT["jail_doubles_throw_again"],
        (False,),
    ),
)


def conflict(_given: Mapping[str, Any], chosen: Mapping[str, Any]) -> list[Refusal]:
    """The starting cash must be payable in notes, the smallest of which is 10K (CITY/MONEY-1)."""
    amount = chosen["starting_cash"]
    return [refuse("start_not_in_notes", amount=amount)] if amount % Figures().bid_step else []
