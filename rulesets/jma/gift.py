"""Gifts and prices: both sides give something, deeds above and release cards below their limits (JMA/GIFT)."""

from __future__ import annotations

from rulesets.classic import deal
from rulesets.classic.deal import Terms
from rulesets.classic.game.draft import View
from rulesets.classic.game.pending import Debt
from rulesets.classic.game.state import Side
from rulesets.kernel.refusal import Refusal, refuse

MOST_FOR_A_CARD = 49
"""Dollars that a release card may cost (JMA/GIFT-4)."""


def faults(view: View, terms: Terms) -> list[Refusal]:
    """Return what makes a deal a gift (GIFT-2, RENT-3), sells a deed too cheaply (GIFT-3) or a release card too dearly
    (GIFT-4).
    """
    found: list[Refusal] = []
    for giver, taker, given, back in (
        (terms.one, terms.two, terms.from_one, terms.from_two),
        (terms.two, terms.one, terms.from_two, terms.from_one),
    ):
        if not deal.things(back):
            found += one_sided_faults(view, giver, taker, given, back)
        if not deal.empty(back):
            found += price_faults(view, given, back)
    if not found and deal.empty(terms.from_one) and deal.empty(terms.from_two):
        found.append(refuse("gift", player=view.table.seats[terms.one], other=view.table.seats[terms.two]))
    return list({refusal.code: refusal for refusal in found}.values())


def one_sided_faults(view: View, giver: int, taker: int, given: Side, back: Side) -> list[Refusal]:
    """Return what makes a gift of it if money alone, or nothing, comes ``back``: claims count as cash, and the net sum
    decides (JMA/TRADE-6, reading 1).
    """
    seats = view.table.seats
    net = deal.money(back) - deal.money(given)
    found: list[Refusal] = []
    if net < 0 and not deal.things(given) and not deal.empty(back):
        found.append(refuse("gift_of_money", player=seats[giver], other=seats[taker], amount=-net))
    elif net < 0 or (net == 0 and deal.things(given)):
        found.append(refuse("gift", player=seats[giver], other=seats[taker]))
    if net < 0 and releases_rent(view, taker, given):
        found.append(refuse("rent_forgiven", player=seats[giver], other=seats[taker]))
    return found


def releases_rent(view: View, debtor: int, given: Side) -> bool:
    """Whether a side settles rent that ``debtor`` owes its giver (JMA/RENT-3)."""
    return any(
        claim.debtor == debtor
        and any(
            (entry.player, entry.to, entry.cause) == (debtor, claim.creditor, "rent")
            for entry in view.pending
            if type(entry) is Debt
        )
        for claim in given.claims
    )


def price_faults(view: View, given: Side, back: Side) -> list[Refusal]:
    """Return what is wrong with the price of what is ``given``: of deeds if none comes ``back``, else of release cards
    that go without a deed (readings 2 and 20).

    Money that goes the same way lowers the price; of cards on both sides only the difference counts, each for the most
    that it may cost.
    """
    net = deal.money(back) - deal.money(given)
    cards = len(given.cards) - len(back.cards)
    if given.deeds:
        return [] if back.deeds else deed_price_faults(view, given.deeds, net + MOST_FOR_A_CARD * max(0, -cards))
    limit = MOST_FOR_A_CARD * max(1, cards)
    return [refuse("card_too_dear", amount=net, limit=limit)] if given.cards and net > limit else []


def deed_price_faults(view: View, given: tuple[int, ...], price: int) -> list[Refusal]:
    """Return the refusal of unmortgaged deeds that go for their mortgage value or less (JMA/GIFT-3)."""
    deeds = view.table.edition.deeds
    unmortgaged = [deed for deed in given if not view.holdings[deed].mortgaged]
    floor = sum(deeds[deed].mortgage for deed in unmortgaged)
    if not unmortgaged or price > floor:
        return []
    keys = [deeds[deed].key for deed in unmortgaged]
    return [refuse("deed_too_cheap", deeds=keys, amount=max(price, 0), floor=floor, least=floor + 1)]


def bought_back(view: View, terms: Terms) -> list[Refusal]:
    """Return a refusal if things sold since the last throw come back between the same two at another price (GIFT-5)."""
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
    """Return the things that a player gets back after handing them over since the last throw: keys of deeds, names of
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
