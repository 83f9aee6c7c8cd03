"""Deals in the association's rules: handed over on the spot, remembered until the next throw (JMA/TRADE)."""

from __future__ import annotations

from rulesets.classic import deal, talk
from rulesets.classic.deal import Terms, Trade
from rulesets.classic.game.draft import Draft, View
from rulesets.classic.game.state import Deal, Side
from rulesets.kernel.refusal import Refusal

PROMISES = {"deed_not_held": "promised_deed", "card_not_held": "promised_card", "cash_missing": "promised_cash"}


def held_by_both(deal_terms: Terms, view: View) -> list[Refusal]:
    """Both sides hold what they hand over: nothing is promised (JMA/TRADE-4, GIFT-1), no deed of a built group."""
    found = []
    for refusal in deal.unfit(deal_terms, view):
        if refusal.code in PROMISES:
            found.append(Refusal(PROMISES[refusal.code], refusal.facts))
        found.append(refusal)
    return found


def goods(side: Side) -> Side:
    """Return what really changes hands: without what no deal may include, if a ruling lets it stand (JMA/TRADE-4)."""
    return side._replace(barred=())


def loan_first(found: list[Refusal]) -> list[Refusal]:
    """Return refusals with a loan first: it may look like a gift only because the claim is no claim (JMA/GIFT-1)."""
    return sorted(found, key=lambda refusal: refusal.code != "loan")


def trade(draft: Draft, report: Trade) -> None:
    """Carry out the deal, show it in full (JMA/TRADE-7), remember it until the next throw, and end the two's talk."""
    deal.exchange(draft, deal.of_trade(report))
    draft.talks = tuple(pair for pair in draft.talks if pair != talk.pair(report.player, report.other))
    draft.deals = (*draft.deals, Deal(report.player, report.other, goods(report.give), goods(report.take)))
    deal.tell(draft, report)
