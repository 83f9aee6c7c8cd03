"""Bankruptcy: to a player or to the bank, and what happens to everything the player had (CITY/BANKR)."""

from __future__ import annotations

from rulesets.city import debt
from rulesets.city.game.draft import Draft, View
from rulesets.city.game.order import end_turn
from rulesets.city.game.pending import Auction, Pending
from rulesets.city.game.state import FREE, State
from rulesets.city.property import mortgage
from rulesets.city.turns import dodge
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import REPLY
from rulesets.kernel.track import ledger
from rulesets.kernel.track.fields import ByPlayer, by_player
from rulesets.kernel.track.ledger import Debt
from rulesets.kernel.track.table import BANK, NONE

DECLARE = by_player("declare_bankruptcy", REPLY)


def beyond_assets(state: State, report: ByPlayer) -> list[Refusal] | None:
    """Only a debt beyond cash and the present rents of unmortgaged districts leads to bankruptcy (CITY/BANKR-1)."""
    seat = state.table.seats[report.player]
    owed = ledger.owed(state, report.player)
    if not owed:
        return [refuse("bankrupt_owing_nothing", player=seat), refuse("no_debt_due", player=seat)]
    own = debt.capacity(state, report.player)
    return [refuse("assets_cover_debt", player=seat, amount=owed, assets=own)] if owed <= own else None


def unpayable(view: View, player: int) -> Debt | None:
    """The oldest debt that a player cannot pay after paying the older ones."""
    return ledger.beyond(ledger.debts(view, player), debt.capacity(view, player))


def declare(draft: Draft, report: ByPlayer) -> None:
    """Pay the older debts that can be paid, then hand everything to the creditor of the one that cannot (BANKR-1).

    A player whom a ruling takes out of the game without such a debt leaves the remaining assets to the bank.
    """
    player = report.player
    entry = unpayable(draft, player)
    for older in ledger.debts(draft, player):
        if older is entry:
            break
        raise_cash(draft, player, older.amount)
        draft.settle(older)
    liquidate(draft, player, BANK if entry is None else entry.to)


def raise_cash(draft: Draft, player: int, amount: int) -> None:
    """Mortgage districts in board order, as far as needed."""
    for deed, district in enumerate(draft.districts):
        if draft.players[player].cash >= amount:
            return
        if district.owner == player and not district.mortgaged:
            mortgage.turn_over(draft, player, deed)


def liquidate(draft: Draft, player: int, creditor: int) -> None:
    """Hand everything to the creditor as it is.  With the bank as creditor, districts are auctioned one by one,
    unmortgaged and with everything that stands on them, and release cards go to the bottom of the pile.  The Rent Dodge
    card goes back to Free Parking.

    Clauses: BANKR-2, BANKR-3, BANKR-4, MORT-4.
    """
    table = draft.table
    part = draft.players[player]
    draft.pay(player, creditor, part.cash)
    deeds = [deed for deed, district in enumerate(draft.districts) if district.owner == player]
    for deed in deeds:
        draft.hand_over(deed, creditor)
        if creditor == BANK:
            draft.set_district(deed, draft.districts[deed]._replace(loan=0))
    for card in part.cards:
        draft.drop_card(player, card)
        if creditor == BANK:
            draft.lay_at_bottom(card)
        else:
            draft.keep_card(creditor, card)
    if draft.dodge == player:
        dodge.put_back(draft)
    before = [other.out_at for other in draft.players if other.out]
    out_at = 1 + max(len(before), *before, 0)
    draft.set_player(player, draft.players[player]._replace(out=True, out_at=out_at, jail=FREE))
    keys = [table.deed_key(deed) for deed in deeds]
    draft.event("bankrupt", player=table.seats[player], to=table.party(creditor), cash=part.cash, deeds=keys)
    clear_away(draft, player, creditor)
    if creditor == BANK and not draft.time_up:
        for deed in deeds:
            draft.add(Auction(deed, estate=True))
            draft.event("auction_opened", deed=table.deed_key(deed))


def clear_away(draft: Draft, player: int, creditor: int) -> None:
    """Remove what was due from a player who is out; what was owed to that player goes to the creditor, or lapses."""
    pending: list[Pending] = []
    for entry in draft.pending:
        if isinstance(entry, Auction):
            caller = NONE if entry.caller == player else entry.caller
            calls = tuple(call for call in entry.calls if call[0] != player)
            pending.append(entry._replace(caller=caller, calls=calls))
        elif entry.player == player:
            continue
        elif isinstance(entry, Debt) and entry.to == player:
            if creditor not in (BANK, entry.player):
                pending.append(entry._replace(to=creditor))
        else:
            pending.append(entry)
    draft.pending = tuple(pending)
    if draft.timer is not None and player in (draft.timer.one, draft.timer.two):
        draft.timer = None
    if draft.step is not None and draft.step.player == player:
        draft.step = None
    if draft.turn == player:
        end_turn(draft)
