"""Deals in the boxed rules stand at any price; warnings say what the table should look at twice: things or cash for
nothing, deeds below what the bank lends on them, what creditors lose, and a winner's loss who has not paid yet.
"""

from __future__ import annotations

from rulesets.classic import deal
from rulesets.classic.debts import debt
from rulesets.classic.game.draft import Draft, View
from rulesets.classic.game.pending import Debt, Payment
from rulesets.classic.game.state import Side
from rulesets.classic.property import interest


def trade(draft: Draft, report: deal.Trade) -> None:
    """Carry out the deal, with warnings that name the sum; whoever gets mortgaged deeds owes the interest.

    Clauses: CLASSIC-JA/CARD-4, JAIL-12, SELL-1, MORT-10 and the same of US; WIKI/TRADE-1, TRADE-3, TRADE-4.
    """
    before = draft.freeze()
    one, two, from_one, from_two = deal.of_trade(report)
    warn_of_price(draft, one, two, from_one, from_two)
    warn_of_price(draft, two, one, from_two, from_one)
    deal.exchange(draft, deal.of_trade(report))
    deal.tell(draft, report)
    interest.on_receipt(draft, (*from_one.deeds, *from_two.deeds))
    warn_of_leak(before, draft, (one, two))


def warn_of_price(draft: Draft, giver: int, taker: int, given: Side, back: Side) -> None:
    """Warn of things for nothing and, with the sum, of cash or claims for nothing and of unmortgaged deeds for less
    than their mortgage values (SELL-1 of CLASSIC-JA and US, WIKI/TRADE-4); before the exchange.
    """
    seats, deeds = draft.table.seats, draft.table.edition.deeds
    pair = {"player": seats[giver], "other": seats[taker]}
    if (given.deeds or given.cards) and deal.empty(back):
        draft.warn("given_for_nothing", **pair)
    price = deal.money(back) - deal.money(given)
    if price < 0 and not deal.things(back):
        draft.warn("cash_for_nothing", **pair, amount=-price)
    unmortgaged = [deed for deed in given.deeds if not draft.holdings[deed].mortgaged]
    floor = sum(deeds[deed].mortgage for deed in unmortgaged)
    if unmortgaged and price < floor and not deal.things(back):
        keys = [deeds[deed].key for deed in unmortgaged]
        draft.warn("deed_below_mortgage", **pair, deeds=keys, amount=max(0, price), floor=floor)


def means(view: View, seat: int) -> int:
    """What a player has for the creditors, in dollars: own assets and claims, less what is owed."""
    claims = sum(entry.amount for entry in view.pending if type(entry) is Debt and entry.to == seat)
    return debt.assets(view, seat) + claims - debt.burden(view, seat)


def warn_of_leak(before: View, draft: Draft, seats: tuple[int, int]) -> None:
    """Warn, with the sum, of a deal by which the creditors of one of two players get less than before of what
    is owed (BANKR-2 of CLASSIC-JA and US, WIKI/BANKR-3); or which has made somebody poorer who has won what is not paid
    yet (AUCTION-2, WIKI/AUCTION-6).
    """
    for seat in seats:
        player = before.table.seats[seat]
        had, left = means(before, seat), means(draft, seat)
        if (lost := min(had, 0) - min(left, 0)) > 0:
            owed = max(debt.burden(before, seat), debt.burden(draft, seat))  # with the interest on deeds received
            draft.warn("estate_poorer", player=player, amount=lost, owed=owed, assets=debt.assets(before, seat))
        elif had > left and (
            won := [entry.amount for entry in before.pending if type(entry) is Payment and entry.player == seat]
        ):
            draft.warn("winner_poorer", player=player, amount=had - left, owed=won[0])
