"""Gifts and prices: both sides give something, deeds above and release cards below their limits (JMA/GIFT)."""

from __future__ import annotations

from rulesets.classic import deal
from rulesets.classic.deal import Terms
from rulesets.classic.draft import View
from rulesets.classic.state import Side
from rulesets.kernel.refusal import Refusal, refuse

MOST_FOR_A_CARD = 49
"""Dollars that a release card may cost (JMA/GIFT-4)."""


def faults(view: View, terms: Terms) -> list[Refusal]:
    """What makes a deal a gift (GIFT-2, RENT-3), sells a deed too cheap (GIFT-3) or a release card too dear
    (GIFT-4).
    """
    seats = view.table.seats
    found: list[Refusal] = []
    for giver, taker, given, back in (
        (terms.one, terms.two, terms.from_one, terms.from_two),
        (terms.two, terms.one, terms.from_two, terms.from_one),
    ):
        if deal.empty(back):
            if not deal.empty(given) or giver == terms.one:
                found.append(refuse("gift", player=seats[giver], other=seats[taker]))
            if any(claim.debtor == taker for claim in given.claims):
                found.append(refuse("rent_forgiven", player=seats[giver], other=seats[taker]))
            continue
        if not deal.things(back):
            found += price_faults(view, given, back)
    return list({refusal.code: refusal for refusal in found}.values())


def price_faults(view: View, given: Side, back: Side) -> list[Refusal]:
    """Deeds and cards that go one way for money alone (reading 2)."""
    deeds = view.table.edition.deeds
    price = deal.money(back) - deal.money(given)
    if given.deeds:
        unmortgaged = [deed for deed in given.deeds if not view.holdings[deed].mortgaged]
        floor = sum(deeds[deed].mortgage for deed in unmortgaged)
        if unmortgaged and price <= floor:
            keys = [deeds[deed].key for deed in unmortgaged]
            return [refuse("deed_too_cheap", deeds=keys, amount=max(price, 0), floor=floor, least=floor + 1)]
    elif given.cards:
        limit = MOST_FOR_A_CARD * len(given.cards)
        if price > limit:
            return [refuse("card_too_dear", amount=price, limit=limit)]
    return []


def bought_back(view: View, terms: Terms) -> list[Refusal]:
    """What was sold since the last throw and comes back between the same two at another price (GIFT-5)."""
    for past in view.deals:
        before = deal.terms(past.player, past.other, past.give, past.take)
        if {before.one, before.two} != {terms.one, terms.two}:
            continue
        now = terms if before.one == terms.one else Terms(terms.two, terms.one, terms.from_two, terms.from_one)
        went, came = deal.things(before.from_one), deal.things(before.from_two)
        if not went and not came:
            continue
        mirrored = deal.things(now.from_one) == came and deal.things(now.from_two) == went
        old = deal.money(before.from_one) - deal.money(before.from_two)
        new = deal.money(now.from_two) - deal.money(now.from_one)
        if mirrored and old != new:
            return [refuse("bought_back", first=abs(old), second=abs(new))]
    return []


def came_back(view: View, terms: Terms) -> list[str]:
    """Things that a player gets back after handing them over since the last throw: the keys of deeds, names of
    decks.
    """
    found = []
    for taker, side in ((terms.two, terms.from_one), (terms.one, terms.from_two)):
        for thing in sorted(deal.things(side), key=str):
            gave = (
                (past.player == taker and thing in deal.things(past.give))
                or (past.other == taker and thing in deal.things(past.take))
                for past in view.deals
            )
            if any(gave):
                found.append(view.table.deed_key(thing) if isinstance(thing, int) else str(thing))
    return found
