"""Raising cash: who may mortgage or sell now, and how much of it (JMA/DEBT-4, AUCTION-3, SELL-5).

Between turns everybody is free to.  Otherwise it takes a need: a debt beyond the cash in hand, a purchase, bids that
run, or the cash for a deal with a debtor.
"""

from __future__ import annotations

from rulesets.classic import debt, offers
from rulesets.classic.draft import View
from rulesets.classic.order import active, window_open
from rulesets.classic.pending import Auction, Payment, Purchase

FREELY = -1
"""Cash may be raised without a sum to reach."""


def own_need(view: View, player: int) -> int:
    """The cash that a player lacks for debts, a win at auction or a purchase, 0 when nothing is lacking."""
    lacking = debt.missing(view, player)
    if lacking:
        return lacking
    cash = view.players[player].cash
    for entry in view.pending:
        if type(entry) is Payment and entry.player == player:
            return max(0, entry.amount - cash)
        if type(entry) is Purchase and entry.player == player:
            return max(0, view.table.edition.deeds[entry.deed].price - cash)
    return 0


def sum_to_raise(view: View, player: int) -> int:
    """FREELY, the sum that a player lacks, or 0 when the player may not raise cash now."""
    if window_open(view):
        return FREELY
    if lacking := own_need(view, player):
        return lacking
    if any(type(entry) is Auction for entry in view.pending):
        return FREELY
    if not view.time_up and any(can_deal_with_debtor(view, player, other) for other in active(view)):
        return FREELY
    return 0


def can_deal_with_debtor(view: View, player: int, debtor: int) -> bool:
    """Whether ``player`` could conclude a deal in debt negotiation with ``debtor`` (reading 3).

    While the debtor is provisionally bankrupt the creditor cannot, unless a rescue stands (JMA/BANKR-4).
    """
    if player == debtor or not debt.missing(view, debtor):
        return False
    if player not in debt.creditors(view, debtor):
        return True
    return not debt.provisional(view, debtor) or offers.certain(view, debtor)
