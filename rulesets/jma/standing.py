"""Rescues that stand: when an offer lapses, and what no report of the debtor may do to the last one (JMA/BANKR-3)."""

from __future__ import annotations

from typing import Any

from rulesets.classic import auction, deal, offers
from rulesets.classic.auction import Bid
from rulesets.classic.deal import Trade
from rulesets.classic.debts import debt
from rulesets.classic.game.draft import Draft, View
from rulesets.classic.game.state import Offer, State
from rulesets.classic.turns.jail import UseCard
from rulesets.jma import deal as deals
from rulesets.kernel.matter import Matter
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.track.fields import OnDeeds
from rulesets.kernel.track.ledger import Pay
from rulesets.kernel.track.table import NONE


def overcommitted(view: View, rescuer: int, terms: deal.Terms) -> View | None:
    """Return the position after a rescue that its rescuer's own debts forbid, or None: who is provisionally bankrupt
    rescues nobody, and nobody becomes so by rescuing (JMA/BANKR-5, DEBT-1).
    """
    if not debt.debts(view, rescuer):
        return None
    if debt.provisional(view, rescuer):
        return view
    after = Draft(view)
    deal.exchange(after, terms)
    return after if debt.provisional(after, rescuer) else None


def as_offered(view: View, offer: Offer) -> bool:
    """Whether both sides hold what an offer names, mortgaged or not as it was, and its rescuer may still give it."""
    terms = offers.of_offer(offer)
    if deals.held_by_both(terms, view) or offers.mortgaged(view, offer) != offer.mortgaged:
        return False
    return overcommitted(view, offer.player, terms) is None


def prune(draft: Draft) -> None:
    """Let lapse the offers whose debts are paid, all after the end signal, and with a warning those that rest on what
    is no longer as offered.

    The others stand until taken or withdrawn.
    """
    seats = draft.table.seats
    kept = []
    for offer in draft.offers:
        needed = not draft.time_up and bool(debt.debts(draft, offer.to))
        if needed and as_offered(draft, offer):
            kept.append(offer)
            continue
        draft.event("offer_lapsed", player=seats[offer.player], to=seats[offer.to])
        if needed:
            draft.warn("rescue_lapsed", player=seats[offer.player], debtor=seats[offer.to])
    draft.offers = tuple(kept)


def concerned(report: Any) -> tuple[int, ...]:
    """Whose report this is: its player, in a deal both, of equal calls all."""
    if isinstance(report, Trade):
        return report.player, report.other
    if isinstance(report, Bid):
        return report.callers
    return (getattr(report, "player", NONE),)


def drops_rescue(state: State, report: Any, after: Draft) -> list[Refusal] | None:
    """No report of a debtor makes the last rescue lapse: that would be choosing bankruptcy (JMA/BANKR-3).

    A call counts as paid, since the hammer may fall on it.
    """
    seats = state.table.seats
    for debtor in concerned(report):
        if debtor == NONE or not offers.certain(state, debtor):
            continue
        if lost(after, debtor) or (lost(won(after, debtor), debtor) and not lost(won(state, debtor), debtor)):
            rescuers = [seats[offer.player] for offer in offers.standing_offers(state, debtor)]
            facts = {"player": seats[debtor], "offers": rescuers}
            if isinstance(report, Pay):
                return [refuse("payment_drops_rescue", **facts)]
            return [refuse("rescue_dropped", by=BY.get(type(report), ""), **facts)]
    return None


def lost(view: View, debtor: int) -> bool:
    """Whether a player is bankrupt, and nothing offered saves."""
    return debt.provisional(view, debtor) and not offers.certain(view, debtor)


def won(view: View, player: int) -> View:
    """The position after the hammer falls on a player's high call; cash below zero is what is lacking."""
    entry = auction.running(view)
    if entry is None or entry.bidder != player:
        return view
    after = Draft(view)
    debt.pay_for_win(after, auction.hammer(after, entry))
    prune(after)
    return after


BY = {UseCard: "card", OnDeeds: "mortgage", Trade: "deal", Bid: "call"}
"""What would drop a rescue, by the report's type, for the words of the refusal."""

OFFERS = Matter(is_open=lambda view: bool(view.offers), lapse=prune, breaks=drops_rescue)
"""Offers to provisionally bankrupt players, until they are taken, withdrawn or have lapsed."""
