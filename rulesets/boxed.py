"""The boxed game: what the classic rule texts have in common, assembled from the chapters in `rulesets.classic`.

`rulesets.classic_ja`, `rulesets.classic_us` and `rulesets.wiki` add what is different in each of them: figures,
options, and further checks of deals and bankruptcies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulesets.classic import auction, boxed_deal, deal, dealing, ending, starting
from rulesets.classic.debts import bankruptcy, debt
from rulesets.classic.game import options
from rulesets.classic.game.order import debtors_only, finished, running, settling
from rulesets.classic.game.table import AT_ONCE, Figures
from rulesets.classic.mechanics import ClassicMechanics
from rulesets.classic.property import mortgage, rent_claim, selling
from rulesets.classic.shortages import binding, declaration, lapsing, placing, shortage
from rulesets.classic.turns import cards, jail, landing, tax, turn
from rulesets.frozen import FrozenDict
from rulesets.kernel.clause import Catalogue
from rulesets.kernel.options import Option
from rulesets.kernel.report import Form
from rulesets.kernel.ruleset import Check, Rule, Ruleset
from rulesets.shipped import RETIRED

FIGURES = Figures(
    least_bid=1,
    bid_step=1,
    most_doubles=3,
    jail_throws=3,
    bail_throws=2,
    card_for_fee=False,
    claims_until=1,
    tax_choice=tax.ALWAYS,
    tax_counts="printed",
    resale_counts="paid",
    interest_percent=10,
    interest_on_receipt=True,
    principal_after_bankruptcy=True,
    hotel_from=4,
    hotel_counts_returned=False,
    direct_hotel=False,
    mortgaged_may_follow=False,
    pieces_from_cost=False,
    calls_open_pieces=False,
    ending=AT_ONCE,
    builds_between_turns=False,
    last_bankruptcy=0,
    buildings_go_over=False,
    interest_before_count=False,
)
"""The figures that the two older texts agree on."""

NOT_HERE = frozenset({"open_talk", "close_talk", "offer_rescue", "withdraw_offer", "accept_rescue", "take_over"})
"""Types of report that exist only in the association's rules."""


def rules(deals: tuple[Check, ...], bankruptcies: tuple[Check, ...]) -> dict[str, Rule]:
    """Return the rules of the boxed game by type of report; ``deals``, ``bankruptcies``: further checks of these."""

    def play(
        form: Form,
        carry_out: Callable[[Any, Any], None],
        *checks: Check,
        players: tuple[str, ...] = ("player",),
        settles: bool = False,
        gate: tuple[Check, ...] = (),
    ) -> Rule:
        """Return a rule for a running game; ``settles``: it also applies while the last debts are being settled."""
        present = (bankruptcy.takes_part(*players),) if players else ()
        open_for = debtors_only if settles else settling
        return Rule(form, (*checks, *present), carry_out, (running, open_for, *gate))

    return {
        "deal": Rule(dealing.DEAL, (dealing.deal_due,), dealing.deal, gate=(finished,)),
        "roll_off": Rule(starting.ROLL_OFF, (starting.first_place_thrown_for,), starting.roll_off),
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
            bankruptcy.takes_part("callers"),
            players=(),
        ),
        "close_auction": play(auction.CLOSE, auction.close, auction.hammer_possible, players=()),
        "default": play(auction.DEFAULT, auction.default, auction.unpayable),
        "place": play(placing.PLACE, placing.place, placing.place_due, placing.skipped_paid),
        "draw": play(cards.DRAW, cards.draw, cards.drawable),
        "choose_tax": play(tax.CHOOSE_TAX, tax.choose, tax.to_be_chosen),
        "claim_rent": play(rent_claim.CLAIM, rent_claim.claim, rent_claim.claimable, players=("player", "payer")),
        "pay": play(debt.PAY, debt.pay, debt.payable, settles=True),
        "build": play(
            declaration.BUILD,
            declaration.build,
            declaration.no_piece_called,
            declaration.not_excluded,
            declaration.fit_lots,
            declaration.even,
            declaration.within_stock,
            declaration.affordable,
        ),
        "withdraw_build": play(declaration.WITHDRAW, declaration.withdraw, declaration.withdrawable),
        "close_building": play(shortage.CLOSE, shortage.close, shortage.closable, players=()),
        "sell": play(
            selling.SELL, selling.sell, selling.even, selling.houses_in_bank, selling.own_buildings, settles=True
        ),
        "mortgage": play(
            mortgage.MORTGAGE, mortgage.mortgage, mortgage.unbuilt, mortgage.own_unmortgaged, settles=True
        ),
        "lift_mortgage": play(
            mortgage.LIFT,
            mortgage.lift,
            mortgage.lift_settles,
            mortgage.own_mortgaged,
            mortgage.lift_affordable,
            settles=True,
        ),
        "trade": play(
            deal.TRADE,
            boxed_deal.trade,
            deal.permitted_content,
            deal.no_auction_running,
            deal.after_first_go,
            *deals,
            deal.sold_before,
            deal.fit,
            deal.something,
            deal.with_oneself,
            players=("player", "other"),
            gate=(deal.of_two,),
        ),
        "declare_bankruptcy": play(
            bankruptcy.DECLARE, bankruptcy.declare, bankruptcy.beyond_assets, *bankruptcies, settles=True
        ),
        "time_up": play(ending.TIME_UP, ending.time_up, ending.timed, players=()),
    }


def ruleset(
    name: str,
    titles: Mapping[str, str],
    catalogue: Catalogue,
    figures: Figures,
    regulation: tuple[Option, ...],
    *,
    edition: str,
    deals: tuple[Check, ...] = (),
    bankruptcies: tuple[Check, ...] = (),
) -> Ruleset:
    """Return a ruleset of the boxed game; ``regulation``: its options; ``edition``: the one used by default."""
    return Ruleset(
        name=name,
        version="2",
        titles=FrozenDict(dict(titles)),
        catalogue=catalogue,
        mechanics=ClassicMechanics(matters=(binding.WINS, lapsing.DECLARATIONS)),
        rules=rules(deals, bankruptcies),
        options=regulation,
        conflict=options.conflict,
        seats=(2, 8),
        default_edition=edition,
        figures=figures,
        # a ruling may let a player resign, as in jma-2006, or let a deal stand that was made during an auction
        bendable_records=frozenset({"no_debt_due", "auction_before_deal"}),
        unbendable=frozenset(
            {
                "houses_exceed_stock",
                "hotels_exceed_stock",
                "no_houses_to_break",
                "card_held_by_player",
                "card_of_another_deck",
                "offered_to_another",
                "over_by_time",
                "over_by_monopoly",
                "over_by_bankruptcy",
                "deal_first",
                "deal_of_several",
                "hotel_stands",
                "claim_by_stranger",
                "no_rent_arose",
                "no_rent_on_mortgaged",
                "rent_claimed_already",
                "tax_without_choice",
            }
        ),
        absent=NOT_HERE,
        retired=RETIRED[name],
    )
