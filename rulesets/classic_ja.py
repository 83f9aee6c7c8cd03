"""classic-ja: the classic rules in their Japanese rendering of 1999."""

from __future__ import annotations

from rulesets import boxed
from rulesets.classic.game import options
from rulesets.kernel.clause import catalogue, with_house_rules
from rulesets.titles import titles

OPTIONS = (
    options.starting_cash("CLASSIC-JA/SETUP-3"),
    options.time_limit("CLASSIC-JA/END-1"),
    options.dealt_deeds("CLASSIC-JA/SETUP-5"),
    options.dealt_deeds_are_paid("CLASSIC-JA/SETUP-5"),
    options.negotiation_from("CLASSIC-JA/SELL-1"),
    options.interest_rounding("CLASSIC-JA/MORT-6"),
    options.least_bid("CLASSIC-JA/AUCTION-4", boxed.FIGURES.least_bid),
    options.bid_step("CLASSIC-JA/AUCTION-4", boxed.FIGURES.bid_step),
    *options.parking("CLASSIC-JA/PARKING-1"),
)

RULESET = boxed.ruleset(
    "classic-ja",
    titles("classic-ja"),
    with_house_rules(catalogue("classic-ja")),
    boxed.FIGURES,
    OPTIONS,
    edition="atlantic-city",
)
"""The ruleset, as `rulesets.load("classic-ja")` gives it."""
