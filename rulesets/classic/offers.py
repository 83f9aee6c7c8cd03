"""Offers that stand for a provisionally bankrupt player, and which of them save the player (JMA/BANKR-3, BANKR-4)."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.classic import deal
from rulesets.classic.deal import Terms
from rulesets.classic.debts import debt
from rulesets.classic.game.draft import Draft, View
from rulesets.classic.game.state import Offer, State


def of_offer(offer: Offer) -> Terms:
    """The terms of an offer."""
    return deal.terms(offer.player, offer.to, offer.give, offer.take)


def standing_offers(view: View, debtor: int) -> list[Offer]:
    """The offers that stand for a debtor."""
    return [offer for offer in view.offers if offer.to == debtor]


def outcome(view: View, offers: Sequence[Offer]) -> Draft | None:
    """Return the position after taking these offers together, or None if they give the same thing twice."""
    after = Draft(view)
    for offer in offers:
        if deal.unfit(of_offer(offer), after):
            return None
        deal.exchange(after, of_offer(offer))
    return after


def certain(view: View, debtor: int) -> bool:
    """Whether some set of compatible standing offers saves the debtor (JMA/BANKR-3)."""
    return some_save(view, debtor, standing_offers(view, debtor))


def saving_alone(state: State, debtor: int) -> Offer | None:
    """Return the first standing offer that saves a debtor without others, or None (JMA/BANKR-4)."""
    for offer in standing_offers(state, debtor):
        after = outcome(state, [offer])
        if after is not None and not debt.provisional(after, debtor):
            return offer
    return None


def some_save(view: View, debtor: int, offers: Sequence[Offer]) -> bool:
    """Whether some of these offers, taken in this order, save; one that conflicts with those before is skipped."""
    for number, offer in enumerate(offers, 1):
        after = outcome(view, [offer])
        if after is not None and (not debt.provisional(after, debtor) or some_save(after, debtor, offers[number:])):
            return True
    return False
