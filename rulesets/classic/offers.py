"""Offers that stand for a provisionally bankrupt player, and which of them save the player (JMA/BANKR-3, BANKR-4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from rulesets.classic import deal
from rulesets.classic.deal import Terms
from rulesets.classic.debts import debt
from rulesets.classic.game.draft import Draft, View
from rulesets.classic.game.state import Offer, State


def of_offer(offer: Offer) -> Terms:
    return deal.terms(offer.player, offer.to, offer.give, offer.take)


def mortgaged(view: View, offer: Offer) -> tuple[int, ...]:
    """The deeds that an offer names, on either side, as far as they are mortgaged now."""
    return tuple(deed for deed in sorted((*offer.give.deeds, *offer.take.deeds)) if view.holdings[deed].mortgaged)


def standing_offers(view: View, debtor: int) -> list[Offer]:
    return [offer for offer in view.offers if offer.to == debtor]


def outcome(view: View, offers: Sequence[Offer]) -> Draft | None:
    """Return the position after taking these offers together, or None if they give the same thing twice."""
    after = Draft(view)
    for offer in offers:
        if deal.unfit(of_offer(offer), after):
            return None
        deal.exchange(after, of_offer(offer))
    return after


def saving_sets(view: View, debtor: int) -> Iterator[tuple[Offer, ...]]:
    """Yield the sets of standing offers that save a debtor if taken together: single ones if any does (JMA/BANKR-4)."""
    standing = standing_offers(view, debtor)
    alone = [(offer,) for offer in standing if saves(view, debtor, (offer,))]
    if alone:
        yield from alone
        return
    for count in range(2, len(standing) + 1):
        yield from (chosen for chosen in combinations(standing, count) if saves(view, debtor, chosen))


def saves(view: View, debtor: int, chosen: Sequence[Offer]) -> bool:
    """Whether these offers, taken together, save a debtor."""
    after = outcome(view, chosen)
    return after is not None and not debt.provisional(after, debtor)


def certain(view: View, debtor: int) -> bool:
    """Whether some set of compatible standing offers saves the debtor (JMA/BANKR-3)."""
    return next(saving_sets(view, debtor), None) is not None


def saving_alone(state: State, debtor: int) -> Offer | None:
    """Return the first standing offer that saves a debtor without others, or None (JMA/BANKR-4)."""
    return next((offer for offer in standing_offers(state, debtor) if saves(state, debtor, (offer,))), None)
