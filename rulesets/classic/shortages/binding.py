"""What binds a winner, or the high call, until the piece is placed, and when a call or a win falls (SHORT; SHORTAGE-2
of CLASSIC-JA and US; WIKI/BUILD-16, BUILD-18).
"""

from __future__ import annotations

from typing import Any

from rulesets.classic.deal import Trade
from rulesets.classic.game.draft import Draft
from rulesets.classic.game.pending import Auction, Place
from rulesets.classic.game.state import State
from rulesets.classic.property import stock, win
from rulesets.classic.property.selling import Sell
from rulesets.classic.shortages.placing import most, placeable, void_win
from rulesets.kernel.matter import Matter
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.track.fields import OnDeed, OnDeeds
from rulesets.kernel.track.table import NONE


def keeps_a_lot(state: State, report: Any, after: Draft) -> list[Refusal] | None:
    """Nobody mortgages, sells or gives away what leaves no lot for the piece that they have won, or have the high call
    for (JMA/SHORT-6, SHORTAGE-2 of CLASSIC-JA and US, WIKI/BUILD-18).
    """
    entry = stock.piece_entry(state)
    if entry is None or not isinstance(report, OnDeeds | Sell | Trade):
        return None
    player = win.caller(entry)
    if player not in (report.player, getattr(report, "other", NONE)) or player == NONE:
        return None
    if not win.lots(state, entry) or win.lots(after, entry):
        return None
    return [refuse("last_lot_lost", player=state.table.seats[player], piece=entry.piece)]


def keeps_payable(state: State, report: Any, after: Draft) -> list[Refusal] | None:
    """Nobody mortgages, sells or gives away what makes a piece unpayable that they have won and could pay, or have the
    high call for: of the group that it is to stand on nothing is used, so there is a wrong group to raise cash from
    (JMA/SHORT-6, SHORTAGE-2 of CLASSIC-JA and US, WIKI/BUILD-18).
    """
    entry = stock.piece_entry(state)
    if entry is None or isinstance(entry, Place) or not isinstance(report, OnDeeds | Sell | Trade):
        return None
    player = win.caller(entry)
    if player not in (report.player, getattr(report, "other", NONE)) or player == NONE:
        return None
    lot, before = most(state, entry)
    left = most(after, entry)[1]
    if not before >= entry.amount > left:
        return None
    facts = {"player": state.table.seats[player], "piece": entry.piece, "amount": entry.amount}
    return [refuse("win_made_unpayable", **facts, deed=state.table.deed_key(lot), before=before, assets=max(left, 0))]


def keeps_for_houses(state: State, report: Any, after: Draft) -> list[Refusal] | None:
    """Until a hotel is placed that goes only where it skips houses, their price stays in hand (WIKI/BUILD-16)."""
    entry = stock.piece_entry(state)
    if type(entry) is not Place or isinstance(report, OnDeed):
        return None
    least = win.least_skipped(after, entry)
    before, left = state.players[entry.player], after.players[entry.player]
    if left.out or left.cash >= min(least, before.cash):
        return None
    return [refuse("skipped_houses_unpaid", player=state.table.seats[entry.player], amount=least, cash=left.cash)]


def kept(state: State, report: Any, after: Draft) -> list[Refusal] | None:
    """What binds a winner, or the high call, for a piece."""
    return (
        keeps_a_lot(state, report, after)
        or keeps_payable(state, report, after)
        or keeps_for_houses(state, report, after)
    )


def fall(draft: Draft) -> None:
    """Let a high call fall, or a win that is paid, that no lot is left for: a ruling or a sale of another's has taken
    the last one away.
    """
    entry = stock.piece_entry(draft)
    if isinstance(entry, Auction) and entry.bidder != NONE and not win.lots(draft, entry):
        draft.replace(entry, entry._replace(bidder=NONE, amount=0))
    elif isinstance(entry, Place) and not placeable(draft, entry):
        draft.event("returned", player=draft.table.seats[entry.player], amount=entry.amount, void=True)
        void_win(draft, entry)
    else:
        return
    draft.warn("no_lot_left", player=draft.table.seats[win.caller(entry)], piece=entry.piece)


WINS = Matter(is_open=lambda view: bool(view.pending) and stock.piece_entry(view) is not None, lapse=fall, breaks=kept)
"""A piece that is called for, won or to be placed."""
