"""What a regulation sets otherwise than the ruleset has it by itself, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import rulesets
from referee.event.points_told import listed
from referee.language import language, word

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
