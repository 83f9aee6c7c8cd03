"""wiki-2008, its short game and its timed game: the rules as the Chinese Wikibook tells them."""

from __future__ import annotations

from rulesets import boxed
from rulesets.classic import deal
from rulesets.classic.debts import bankruptcy
from rulesets.classic.game import options
from rulesets.classic.turns import tax
from rulesets.kernel.clause import catalogue, with_house_rules
from rulesets.kernel.layer import layered
from rulesets.kernel.options import Option
from rulesets.kernel.report import flag
from rulesets.shipped import RETIRED
from rulesets.titles import titles

FIGURES = boxed.FIGURES._replace(
    least_bid=10,
    bail_throws=3,
    tax_choice=tax.PRINTED,
    resale_counts="printed",
    principal_after_bankruptcy=False,
    direct_hotel=True,
)
"""Calls start at 10; bail may be paid before any of the throws; the ten per cent tax exists only where it is printed;
buildings are sold back at half the list price; ten per cent is due again whenever a mortgage is lifted later; a hotel
may be bought without houses when the bank has none left."""


def _direct_hotel() -> Option:
    return Option(
        "direct_hotel",
        flag,
        FIGURES.direct_hotel,
        "WIKI/BUILD-16",
        options.ABOUT["direct_hotel"],
        (False,),
    )


def _options(dealt: Option, paid: Option, limit: Option, *further: Option) -> tuple[Option, ...]:
    return (
        options.starting_cash("WIKI/SETUP-7"),
        limit,
        dealt,
        paid,
        options.negotiation_from("WIKI/TRADE-2"),
        options.interest_rounding("WIKI/MORT-7"),
        options.least_bid("WIKI/AUCTION-2", FIGURES.least_bid),
        options.bid_step("WIKI/AUCTION-3", FIGURES.bid_step),
        _direct_hotel(),
        *further,
        *options.parking("WIKI/REST-1"),
    )


WIKI_2008 = boxed.ruleset(
    "wiki-2008",
    titles("wiki-2008"),
    with_house_rules(catalogue("wiki")),
    FIGURES,
    _options(
        options.dealt_deeds("WIKI/SETUP-7"),
        options.dealt_deeds_are_paid("WIKI/SETUP-7"),
        options.time_limit("WIKI/END-1"),
    ),
    edition="atlantic-city-2008",
    deals=(deal.no_claims, deal.no_cash_gift),
    bankruptcies=(bankruptcy.all_sold_and_mortgaged,),
)
"""The ruleset, as `rulesets.load("wiki-2008")` gives it."""

SHORT = layered(
    WIKI_2008,
    "wiki-2008-short",
    figures={
        "hotel_from": 3,
        "hotel_counts_returned": True,
        "tax_choice": tax.NEVER,
        "jail_throws": 1,
        "last_bankruptcy": 1,
        "interest_before_count": True,
    },
    titles=titles("wiki-2008-short"),
    version=WIKI_2008.version,
    retired=RETIRED["wiki-2008-short"],
    catalogue=with_house_rules(catalogue("wiki", variant="short")),
    options=_options(
        options.dealt_deeds("WIKI/SHORT-1", 2),
        options.dealt_deeds_are_paid("WIKI/SHORT-2", default=False),
        options.time_limit("WIKI/SHORT-8"),
    ),
)
"""Two deeds each, free of charge; a hotel from three houses; out of jail at the next turn; the first bankruptcy ends
the game (WIKI/SHORT)."""

TIMED = layered(
    WIKI_2008,
    "wiki-2008-timed",
    titles=titles("wiki-2008-timed"),
    version=WIKI_2008.version,
    retired=RETIRED["wiki-2008-timed"],
    catalogue=with_house_rules(catalogue("wiki", variant="timed")),
    options=_options(
        options.dealt_deeds("WIKI/TIMED-3", 2),
        options.dealt_deeds_are_paid("WIKI/TIMED-4"),
        options.time_limit("WIKI/TIMED-1", 90, required=True),
        options.ending("WIKI/TIMED-2"),
    ),
)
"""Two deeds each, paid for; the richest player at the agreed time wins (WIKI/TIMED)."""
