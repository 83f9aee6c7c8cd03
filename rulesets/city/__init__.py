"""Monopoly City (2009), assembled from its chapters: another game on the same kernel.

The meaning of each refusal code is in ``clauses/city.toml``.  Every chapter of the rules is a module named after its
subject; nothing here depends on the classic game.
"""

from __future__ import annotations

from functools import partial

from rulesets.city import auction, bankruptcy, debt, ending, ranking, trade
from rulesets.city.game.edition import SAMPLE
from rulesets.city.game.options import OPTIONS, conflict
from rulesets.city.game.order import in_time, running
from rulesets.city.game.table import Figures, seats
from rulesets.city.mechanics import CityMechanics
from rulesets.city.property import building, hazard, monuments, mortgage, permission, rent, swap, unit
from rulesets.city.turns import chance, dodge, jail, landing, railroad, turn
from rulesets.kernel.clause import catalogue
from rulesets.kernel.ruleset import Rule, Ruleset
from rulesets.kernel.track import ledger
from rulesets.kernel.track.order import playing
from rulesets.shipped import RETIRED
from rulesets.titles import titles
from rulesets.wordlist import wordlist


def _rules() -> dict[str, Rule]:
    play = playing(in_time)  # refused once the game or the agreed time is over
    settling = playing(running)  # debts may still be settled after the agreed time
    step_c = unit.in_own_turn("step_out_of_turn", from_throw=True)
    own_turn = partial(unit.in_own_turn, from_throw=False)
    own = building.on_own
    pair = ("player", "other")
    return {
        "roll_off": play(ranking.ROLL_OFF, ranking.roll_off, ranking.roll_off_due, players=()),
        "roll": play(turn.ROLL, turn.roll, turn.in_turn),
        "pay_bail": play(
            jail.BAIL,
            jail.pay_bail,
            jail.before_throw("not_jailed", "leave_before_throw"),
            jail.begins_turn,
            jail.bail_in_hand,
        ),
        "use_card": play(
            jail.USE_CARD,
            jail.use_card,
            jail.before_throw("card_out_of_jail", "card_before_throw"),
            jail.card_held,
            jail.begins_turn,
        ),
        "buy": play(landing.BUY, landing.buy, landing.offered, landing.affordable),
        "decline": play(landing.DECLINE, landing.decline, landing.declinable),
        "put_up": play(auction.PUT, auction.put_up, auction.may_put_up, step_c),
        "start_auction": play(auction.START, auction.start, auction.startable, players=()),
        "bid": play(auction.BID, auction.bid, auction.under_hammer, auction.in_time, auction.in_steps),
        "close_auction": play(auction.CLOSE, auction.close, auction.under_hammer, players=()),
        "draw": play(chance.DRAW, chance.draw, chance.drawable),
        "claim_rent": settling(rent.CLAIM, rent.claim, rent.something_to_claim, players=("player", "payer")),
        "pay": settling(ledger.paying(), debt.pay, debt.payable),
        "use_dodge": settling(dodge.USE_DODGE, dodge.use, dodge.usable),
        "ride": play(railroad.RIDE, railroad.ride, railroad.settled_first, railroad.may_ride),
        "permit": play(
            permission.PERMISSION,
            permission.permit,
            permission.permitted,
            permission.whose_district,
            permission.kept_off,
            step_c,
        ),
        "press": play(unit.PRESS, unit.press, step_c, unit.pressable),
        "build": play(
            building.BUILD,
            building.build,
            step_c,
            building.piece_sizes,
            building.within_result,
            own,
            building.within_limit,
            building.affordable,
        ),
        "build_railroad": play(railroad.BUILD_RAILROAD, railroad.build_railroad, step_c, railroad.sign_shown),
        "build_stadium": play(
            monuments.BUILD_STADIUM,
            monuments.build_stadium,
            own_turn("stadium_out_of_turn"),
            monuments.stadium_allowed,
            own,
            monuments.stadium_affordable,
        ),
        "build_skyscraper": play(
            monuments.BUILD_SKYSCRAPER,
            monuments.build_skyscraper,
            own_turn("skyscraper_out_of_turn"),
            monuments.skyscraper_allowed,
            own,
            monuments.skyscraper_affordable,
        ),
        "build_tower": play(
            monuments.BUILD_TOWER,
            monuments.build_tower,
            own_turn("tower_out_of_turn"),
            monuments.tower_allowed,
            own,
            monuments.tower_affordable,
        ),
        "remove_hazard": play(hazard.REMOVE, hazard.remove, own_turn("removal_out_of_turn"), hazard.removable),
        "swap": play(swap.SWAP, swap.swap, own_turn("swap_out_of_turn"), swap.same_blocks),
        "mortgage": settling(mortgage.MORTGAGE, mortgage.mortgage, mortgage.needed, mortgage.own_unmortgaged),
        "lift_mortgage": play(mortgage.LIFT, mortgage.lift, mortgage.own_mortgaged, mortgage.lift_affordable),
        "start_trade": play(trade.START, trade.start, trade.two_players, players=pair, gate=(trade.between_two,)),
        "trade": play(
            trade.TRADE,
            trade.trade,
            trade.two_players,
            trade.tradable,
            trade.under_timer,
            trade.something,
            trade.held,
            players=pair,
            gate=(trade.between_two,),
        ),
        "declare_bankruptcy": settling(bankruptcy.DECLARE, bankruptcy.declare, bankruptcy.beyond_assets),
        "time_up": play(ending.TIME_UP, ending.signal, ending.timed, players=()),
    }


RULESET = Ruleset(
    name="city",
    version="2",
    retired=RETIRED["city"],
    titles=titles("city"),
    catalogue=catalogue("city"),
    mechanics=CityMechanics(),
    rules=_rules(),
    options=OPTIONS,
    conflict=conflict,
    seats=seats(),
    default_edition=SAMPLE,
    figures=Figures(),
    # a ruling may let a player who resigns or is disqualified go bankrupt
    bendable_records=frozenset({"no_debt_due"}),
    unbendable=frozenset(
        {
            "no_district_offered",
            "district_of_lander",
            "nothing_auctioned",
            "decision_first",
            "put_up_owned",
            "bid_below_10k",
            "bid_not_in_notes",
            "bid_not_above",
            "amount_not_in_notes",
            "no_chance_due",
            "card_in_hand_of",
            "dodge_at_parking",
            "dodge_with_another",
            "dodge_only_rent",
            "not_jailed",
            "card_out_of_jail",
            "no_release_in_hand",
            "nothing_to_build",
            "residential_size",
            "industrial_size",
            "no_stadium_left",
            "stadium_in_group",
            "skyscraper_in_group",
            "start_decided",
            "tower_stands",
            "no_such_piece",
            "no_such_hazard",
            "hazard_not_there",
            "nothing_to_swap",
            "swap_pieces_missing",
            "ride_to_same",
            "trade_with_several",
            "trade_of_barred",
            "trade_of_buildings",
            "one_player_left",
            "count_is_final",
        }
    ),
    absent_options=frozenset({"parking_taxes", "parking_fines", "parking_jail", "parking_stake"}),
    absent=frozenset(
        wordlist("""
            deal default place choose_tax withdraw_build close_building sell open_talk close_talk offer_rescue
            withdraw_offer accept_rescue take_over
        """)
    ),
)
"""The ruleset, as `rulesets.load("city")` gives it."""
