"""A bankrupt's estate: everything goes to the creditor, or to the bank (BANKR)."""

from __future__ import annotations

from rulesets.classic.debts.last_bankruptcy import (
    end_by_bankruptcy,
    end_by_monopoly,
    is_last,
    keeps_buildings,
    pay_before_count,
)
from rulesets.classic.debts.liquidation import sell_all
from rulesets.classic.game.draft import Draft
from rulesets.classic.game.order import halted, next_place, pass_over
from rulesets.classic.game.pending import Auction, Debt, Payment, Pending, Throw
from rulesets.classic.game.state import BETWEEN_TURNS
from rulesets.classic.game.table import EACH
from rulesets.classic.property import interest, rent_claim
from rulesets.kernel.track.order import active
from rulesets.kernel.track.table import BANK, NONE


def liquidate(draft: Draft, player: int, creditor: int, place: int = 0) -> None:
    """Sell the buildings and hand cash, deeds and cards to the creditor; deeds that go to the bank are auctioned
    unmortgaged.

    BANKR-5 (to a player), BANKR-6 and BANKR-7 (to the bank).  ``place`` in the order of going out: 0 for the next one.
    If this bankruptcy ends the game, buildings may go over as they stand, and nothing is auctioned.

    Clauses: JMA/MORT-4; CLASSIC-JA/BANKR-2 to BANKR-5, BANKR-10, BANKR-11 and the same of US; US/SHORT-9, SHORT-11,
    SHORT-12; WIKI/BANKR-2, BANKR-3, BANKR-5 to BANKR-8, SHORT-9.
    """
    table = draft.table
    last = is_last(draft)
    if not keeps_buildings(draft):
        sell_all(draft, player)
    cash = draft.players[player].cash
    draft.pay(player, creditor, cash)
    deeds = hand_over_deeds(draft, player, creditor)
    hand_over_cards(draft, player, creditor)
    out_at = place or next_place(draft)
    draft.set_player(player, draft.players[player]._replace(out=True, out_at=out_at, jail=-1))
    keys = [table.deed_key(deed) for deed in deeds]
    draft.event("bankrupt", player=table.seats[player], to=table.party(creditor), cash=cash, deeds=keys)
    clear_away(draft, player, creditor)
    if len(active(draft)) == 1:
        if last:
            pay_before_count(draft, deeds)
        end_by_monopoly(draft)
    elif last or draft.closing:
        end_by_bankruptcy(draft, deeds)
    elif creditor != BANK:
        inherit(draft, deeds)
    elif not halted(draft):
        auction(draft, deeds)


def hand_over_deeds(draft: Draft, player: int, creditor: int) -> list[int]:
    """Hand over all deeds as they are, to the bank without buildings and mortgages; return them in board order."""
    deeds = [deed for deed, holding in enumerate(draft.holdings) if holding.owner == player]
    for deed in deeds:
        if creditor == BANK:
            draft.set_level(deed, 0)
            draft.set_holding(deed, draft.holdings[deed]._replace(owner=BANK, mortgaged=False))
        else:
            draft.hand_over(deed, creditor)
    return deeds


def hand_over_cards(draft: Draft, player: int, creditor: int) -> None:
    """Hand over release cards to the creditor, or put them at the bottom of their decks."""
    for deck in draft.players[player].cards:
        if creditor == BANK:
            draft.return_card(player, deck)
        else:
            draft.drop_card(player, deck)
            draft.take_card(creditor, deck)


def inherit(draft: Draft, deeds: list[int]) -> None:
    """Make the creditor owe the interest on mortgaged deeds received, if the rules say so."""
    if interest.on_receipt(draft, deeds) and draft.table.figures.principal_after_bankruptcy:
        mortgaged = [deed for deed in deeds if draft.holdings[deed].mortgaged]
        draft.inherited = (*draft.inherited, *mortgaged)


def auction(draft: Draft, deeds: list[int]) -> None:
    """Auction the deeds one by one, in board order from GO (JMA/BANKR-6)."""
    draft.await_first(*(Auction(deed, "", NONE, 0, ()) for deed in deeds))
    for deed in deeds:
        draft.event("auction_opened", deed=draft.table.deed_key(deed))


def clear_away(draft: Draft, player: int, creditor: int) -> None:
    """Clear away what was due from, or owed to, a player who is out; rents not asked for lapse."""
    draft.pending = tuple(left for entry in draft.pending if (left := left_of(draft, entry, player, creditor)))
    rent_claim.drop_with(draft, player)
    draft.declared = tuple(row for row in draft.declared if row[0] != player)
    draft.talks = tuple(talk for talk in draft.talks if player not in talk)
    draft.offers = tuple(offer for offer in draft.offers if player not in (offer.player, offer.to))
    if draft.turn == player:
        if draft.phase == BETWEEN_TURNS:
            pass_over(draft)
        draft.doubles = 0


def left_of(draft: Draft, entry: Pending, player: int, creditor: int) -> Pending | None:
    """Return what is left of something due once ``player`` is out, or None.

    Claims pass to the creditor, even if that is the bank; what was won and not paid is auctioned again.
    """
    if type(entry) is Payment and entry.player == player and not entry.piece and not halted(draft):
        others = tuple(seat for seat in entry.out if seat != player)
        return Auction(entry.deed, "", NONE, 0, (*others, player))
    if getattr(entry, "player", None) == player or (type(entry) is Throw and entry.to == player):
        return None
    if type(entry) is Auction and entry.bidder == player:
        return entry._replace(bidder=NONE, amount=0)
    return claim_left(draft, entry, player, creditor) if type(entry) is Debt else entry


def claim_left(draft: Draft, entry: Debt, player: int, creditor: int) -> Debt | None:
    """Return what is left of another's debt: one to ``player`` passes to the creditor, one to each is a share less."""
    if entry.to == player:
        return entry._replace(to=creditor) if creditor != entry.player else None
    if entry.to == EACH:
        others = sum(seat != entry.player for seat in active(draft))
        return entry._replace(amount=entry.amount // (others + 1) * others)
    return entry
