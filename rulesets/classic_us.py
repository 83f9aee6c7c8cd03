"""classic-us, its short game and its time-limit game: the classic American text."""

from __future__ import annotations

from rulesets import boxed
from rulesets.classic.game import options
from rulesets.kernel.clause import catalogue, with_house_rules
from rulesets.kernel.layer import layered
from rulesets.kernel.options import Option
from rulesets.shipped import RETIRED
from rulesets.titles import titles

FIGURES = boxed.FIGURES._replace(claims_until=2, tax_counts="paid")
"""Rent may be claimed until the second following player throws; the tax values buildings at the price paid."""


def _options(dealt: Option, paid: Option, limit: Option, *further: Option) -> tuple[Option, ...]:
    return (
        options.starting_cash("US/SETUP-3"),
        limit,
        dealt,
        paid,
        options.negotiation_from("US/SELL-1"),
        options.interest_rounding("US/MORT-6"),
        options.least_bid("US/AUCTION-4", FIGURES.least_bid),
        options.bid_step("US/AUCTION-4", FIGURES.bid_step),
        *further,
        *options.parking("US/PARKING-1"),
    )


CLASSIC_US = boxed.ruleset(
    "classic-us",
    titles("classic-us"),
    with_house_rules(catalogue("classic-us")),
    FIGURES,
    _options(
        options.dealt_deeds("US/SETUP-5"), options.dealt_deeds_are_paid("US/SETUP-5"), options.time_limit("US/END-1")
    ),
    edition="atlantic-city",
)
"""The ruleset, as `rulesets.load("classic-us")` gives it."""

SHORT = layered(
    CLASSIC_US,
    "classic-us-short",
    figures={"hotel_from": 3, "last_bankruptcy": 2, "buildings_go_over": True},
    titles=titles("classic-us-short"),
    version=CLASSIC_US.version,
    retired=RETIRED["classic-us-short"],
    catalogue=with_house_rules(catalogue("classic-us", variant="short")),
    options=_options(
        options.dealt_deeds("US/SHORT-3", 2),
        options.dealt_deeds_are_paid("US/SHORT-4"),
        options.time_limit("US/SHORT-10"),
    ),
)
"""Two deeds each, paid for; a hotel from three houses; the second bankruptcy ends the game (US/SHORT)."""

TIMED = layered(
    CLASSIC_US,
    "classic-us-timed",
    titles=titles("classic-us-timed"),
    version=CLASSIC_US.version,
    retired=RETIRED["classic-us-timed"],
    catalogue=with_house_rules(catalogue("classic-us", variant="timed")),
    options=_options(
        options.dealt_deeds("US/TIMED-3", 2),
        options.dealt_deeds_are_paid("US/TIMED-4"),
        options.time_limit("US/TIMED-1", 90, required=True),
        options.ending("US/TIMED-2"),
    ),
)
"""Two deeds each, paid for; the richest player at the agreed time wins (US/TIMED)."""
