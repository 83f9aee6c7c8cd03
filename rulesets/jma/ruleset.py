"""jma-2006: the Japan Monopoly Association rules of 18 July 2006, put together from the chapters.

What each refusal code stands for is in ``clauses/jma.toml``; the chapters shared with the boxed game are in
`rulesets.classic`; what only the association has is here: negotiation and its times, gifts and prices, rescues.
"""

from __future__ import annotations

from rulesets.classic import auction, deal, dealing, ending, starting, talk
from rulesets.classic.debts import bankruptcy, debt
from rulesets.classic.game import options
from rulesets.classic.game.order import finished, running
from rulesets.classic.game.table import LAST_THROW, Figures
from rulesets.classic.mechanics import ClassicMechanics
from rulesets.classic.property import mortgage, rent_claim, selling
from rulesets.classic.shortages import binding, declaration, placing, shortage
from rulesets.classic.turns import cards, jail, landing, turn
from rulesets.classic.turns.tax import CHOOSE_TAX
from rulesets.jma import building as declarations
from rulesets.jma import ending as signal
from rulesets.jma import going_out, negotiation, raising, rent, rescue, standing, taking_over, tax
from rulesets.jma import selling as sales
from rulesets.jma.bargain import BARGAINS
from rulesets.kernel.clause import catalogue, with_house_rules
from rulesets.kernel.ruleset import Rule, Ruleset
from rulesets.kernel.track.order import playing
from rulesets.shipped import RETIRED
from rulesets.titles import titles

OPTIONS = (
    options.starting_cash("JMA/SETUP-1"),
    options.time_limit("JMA/TIME-1", 90),
    options.dealt_deeds("JMA/GEN-2"),
    options.dealt_deeds_are_paid("JMA/GEN-2"),
    options.negotiation_from("JMA/GEN-2"),
    options.interest_rounding("JMA/MORT-2"),
    *options.parking("JMA/PARK-1"),
)
"""What a tournament's regulation may set (JMA/GEN-2)."""


def _rules() -> dict[str, Rule]:
    play = playing(running)  # no report after the end or before the deal
    pair = ("player", "other")
    return {
        "deal": Rule(dealing.DEAL, (dealing.deal_due,), dealing.deal, gate=(finished,)),
        "roll_off": Rule(starting.ROLL_OFF, (starting.every_place_thrown_for,), starting.roll_off),
        "roll": play(turn.ROLL, turn.roll, turn.in_turn),
        "pay_bail": play(jail.BAIL, jail.pay_bail, jail.bail_possible, jail.begin_possible),
        "use_card": play(jail.USE_CARD, jail.use_card, jail.card_usable),
        "buy": play(landing.BUY, landing.buy, landing.offered, landing.affordable),
        "decline": play(landing.DECLINE, landing.decline, landing.offered),
        "bid": play(
            auction.BID,
            auction.bid,
            auction.one_or_several,
            auction.open_for_calls,
            auction.in_steps,
            auction.place_for_piece,
            auction.builders_paid_first,
            players=(),
        ),
        "close_auction": play(auction.CLOSE, auction.close, auction.hammer_possible, players=()),
        "default": play(auction.DEFAULT, auction.default, auction.unpayable),
        "place": play(placing.PLACE, placing.place, placing.place_due, placing.skipped_paid),
        "draw": play(cards.DRAW, cards.draw, cards.drawable),
        "choose_tax": play(CHOOSE_TAX, tax.never, tax.no_choice),
        "claim_rent": play(rent_claim.CLAIM, rent.claim, rent.something_to_claim, players=("player", "payer")),
        "pay": play(debt.PAY, debt.pay, debt.card_before_cash, debt.payable),
        "build": play(
            declaration.BUILD,
            declarations.build,
            declarations.in_window,
            declarations.no_piece_called,
            declaration.not_excluded,
            declarations.whole(declaration.fit_lots),
            declarations.whole(declaration.even),
            declarations.whole(declaration.within_stock),
            declaration.affordable,
        ),
        "withdraw_build": play(declaration.WITHDRAW, declaration.withdraw, declaration.withdrawable),
        "close_building": play(shortage.CLOSE, shortage.close, shortage.closable, players=()),
        "sell": play(
            selling.SELL,
            declarations.sell,
            sales.timely,
            selling.even,
            sales.houses_for_hotels,
            selling.own_buildings,
        ),
        "mortgage": play(
            mortgage.MORTGAGE,
            mortgage.mortgage,
            raising.mortgage_timely,
            mortgage.unbuilt,
            mortgage.own_unmortgaged,
        ),
        "lift_mortgage": play(
            mortgage.LIFT,
            mortgage.lift,
            raising.lift_timely,
            mortgage.own_mortgaged,
            mortgage.lift_affordable,
        ),
        "open_talk": play(
            talk.OPEN,
            talk.open_talk,
            negotiation.talk_timely,
            talk.with_another,
            players=pair,
        ),
        "close_talk": play(talk.CLOSE, talk.close_talk, talk.is_open, players=pair),
        "trade": play(
            deal.TRADE,
            negotiation.trade,
            deal.permitted_content,
            negotiation.timely,
            negotiation.one_to_one,
            negotiation.keeps_debt_payable,
            negotiation.content,
            deal.with_oneself,
            players=pair,
            gate=(deal.of_two,),
        ),
        "offer_rescue": play(
            rescue.OFFER,
            rescue.offer,
            rescue.permitted_terms,
            rescue.open_for_rescue,
            rescue.rescue_needed,
            rescue.by_others,
            rescue.by_the_solvent,
            rescue.no_part_beside_a_rescue,
            rescue.sufficient,
            rescue.fit_terms,
            players=("player", "to"),
        ),
        "withdraw_offer": play(
            rescue.WITHDRAW, rescue.withdraw, rescue.open_for_rescue, rescue.offer_standing, players=("player", "to")
        ),
        "accept_rescue": play(
            rescue.ACCEPT, rescue.accept, rescue.open_for_rescue, rescue.one_rescue_enough, rescue.acceptable
        ),
        "take_over": play(
            taking_over.TAKE_OVER, taking_over.take_over, rescue.no_rescue_for_debtor, taking_over.fee_to_take_over
        ),
        "declare_bankruptcy": play(
            bankruptcy.DECLARE,
            going_out.declare,
            rescue.no_rescue_offered,
            bankruptcy.beyond_assets,
        ),
        "time_up": play(ending.TIME_UP, signal.signal, ending.timed, players=()),
    }


RULESET = Ruleset(
    name="jma-2006",
    version="2",
    titles=titles("jma-2006"),
    catalogue=with_house_rules(catalogue("jma")),
    mechanics=ClassicMechanics(
        matters=(binding.WINS, declarations.DECLARATIONS, standing.OFFERS, negotiation.TALKS), bargains=BARGAINS
    ),
    rules=_rules(),
    options=OPTIONS,
    conflict=options.conflict,
    seats=(2, 8),
    default_edition="atlantic-city",
    figures=Figures(
        least_bid=10,
        bid_step=10,
        most_doubles=3,
        jail_throws=3,
        bail_throws=3,
        card_for_fee=True,
        claims_until=0,
        tax_choice="never",
        tax_counts="printed",
        resale_counts="printed",
        interest_percent=10,
        interest_on_receipt=False,
        principal_after_bankruptcy=False,
        hotel_from=4,
        hotel_counts_returned=False,
        direct_hotel=False,
        mortgaged_may_follow=True,
        pieces_from_cost=True,
        calls_open_pieces=True,
        ending=LAST_THROW,
        builds_between_turns=True,
        last_bankruptcy=0,
        buildings_go_over=False,
        interest_before_count=False,
    ),
    bendable_records=frozenset(
        {"no_debt_due"}
    ),  # a referee may let a player go bankrupt who resigns or is disqualified
    unbendable=frozenset(
        {
            "houses_exceed_stock",
            "hotels_exceed_stock",
            "no_houses_to_break",
            "card_held_by_player",
            "card_of_another_deck",
            "offered_to_another",
            "rescue_without_debt",
            "over_by_time",
            "over_by_monopoly",
            "deal_first",
            "deal_of_several",
        }
    ),
    retired=RETIRED["jma-2006"],
)
"""The ruleset, as `rulesets.load("jma-2006")` gives it."""
