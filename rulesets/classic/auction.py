"""Auctions: calls, the hammer, and wins that cannot be paid (JMA/AUCTION; scarce pieces: `shortage`, `placing`)."""

from __future__ import annotations

from typing import Any, NamedTuple

from rulesets.classic.debts import debt
from rulesets.classic.game import fields as classic_fields
from rulesets.classic.game.draft import Draft, View
from rulesets.classic.game.order import halted, next_turn, signalled
from rulesets.classic.game.pending import HOTEL, Auction, Payment, Place, Purchase
from rulesets.classic.game.state import State
from rulesets.classic.property import stock, win
from rulesets.classic.shortages import declaration, placing, shortage
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import CHOICE, FORMALITY, Field, Form, whole
from rulesets.kernel.track import fields
from rulesets.kernel.track.fields import ByPlayer, by_player
from rulesets.kernel.track.order import clockwise
from rulesets.kernel.track.table import NONE


class Bid(NamedTuple):
    """A call by one player, or by several at the same moment."""

    player: int | None
    players: tuple[int, ...] | None
    amount: int

    @property
    def callers(self) -> tuple[int, ...]:
        """All seats that called."""
        player, players, _ = self
        if players is not None:
            return players
        return () if player is None else (player,)


class CloseAuction(NamedTuple):
    """The hammer falls."""


BID = Form(
    "bid",
    Bid,
    Field("player", fields.seat, required=False),
    Field("players", classic_fields.seats, required=False),
    Field("amount", whole(0)),
    nature=CHOICE,
)
CLOSE = Form("close_auction", CloseAuction, nature=CHOICE)
DEFAULT = by_player("default", FORMALITY)


def running(view: View) -> Auction | None:
    """Return the open auction, the first one due, or None if a win before it is unpaid (one by one, JMA/BANKR-6)."""
    for entry in view.pending:
        if type(entry) is Auction:
            return entry
        if type(entry) is Payment:
            return None
    return None


class Lot(NamedTuple):
    """What is being called for: a deed or a piece, the high call so far, and who may not call.

    ``view``: the position that the calls are made in; if a call closes the building, the position after that.
    """

    view: View
    deed: int
    piece: str
    high: int
    out: tuple[int, ...]


def on_offer(state: State) -> Lot | None:
    """Return what a call would be for, or None: the open auction; where calls open the auction of pieces, also a piece
    whose win is held until its lot is named, or declarations beyond the stock.
    """
    entry = running(state)
    if entry is not None:
        deed, piece, _, amount, out = entry
        return Lot(state, deed, piece, amount, state.excluded if piece else out)
    if state.table.figures.calls_open_pieces and not halted(state):
        for pending in state.pending:
            if type(pending) is Place and win.held(state, pending):
                return Lot(state, NONE, pending.piece, pending.amount, state.excluded)
        if declaration.waiting(state) and (closed := shortage.contested(state)) is not None:
            opened = stock.piece_entry(closed)
            assert opened is not None
            return Lot(closed, NONE, opened.piece, 0, closed.excluded)
    return None


def one_or_several(_state: State, report: Bid) -> list[Refusal] | None:
    """A call names its caller or its callers."""
    player, players, _ = report
    if (player is None) == (players is None):
        return [refuse("one_caller_or_several")]
    return None


def open_for_calls(state: State, report: Bid) -> list[Refusal] | None:
    """An auction is open, and the callers may take part."""
    seats = state.table.seats
    players = state.players
    callers = report.callers
    found = [refuse("seat_is_out", player=seats[seat]) for seat in callers if players[seat].out]
    lot = on_offer(state)
    if lot is None:
        if signalled(state):
            found.append(refuse("stopped_by_signal"))
        elif state.table.figures.calls_open_pieces:
            found += won(state)
        if any(type(entry) is Purchase for entry in state.pending):
            found.append(refuse("call_before_decision"))
        if declaration.waiting(state) and declaration.short(state) and shortage.contested(state) is None:
            found.append(refuse("no_auction_for_one"))
        found.append(refuse("no_auction_open"))
        return found
    for seat in callers:
        if seat in lot.out:
            code = "piece_call_excluded" if lot.piece else "call_excluded"
            found.append(refuse(code, player=seats[seat]))
    return found or None


def won(state: State) -> list[Refusal]:
    """Return the refusal of a call against a win of a piece (JMA/SHORT-5): it is final if it reaches the printed cost
    of all that its winner could build on, and else held, for calls to go on from once it is paid.
    """
    entry = stock.piece_entry(state)
    if not isinstance(entry, Payment | Place):
        return []
    facts = {"player": state.table.seats[entry.player], "piece": entry.piece, "amount": entry.amount}
    if not win.held(state, entry):
        return [refuse("win_final", **facts)]
    step = state.table.figures.bid_step
    return [refuse("win_held_unpaid", **facts, next=entry.amount // step * step + step)]


def next_call(lot: Lot, caller: int) -> int:
    """Return the lowest call that a player may make (JMA/AUCTION-1; for a piece from the lowest cost, JMA/SHORT-4).

    Clauses: CLASSIC-JA/AUCTION-4, US/AUCTION-4, WIKI/AUCTION-2, WIKI/AUCTION-3.
    """
    figures = lot.view.table.figures
    step = figures.bid_step
    least = max(figures.least_bid, lot.high + 1)
    if lot.piece and figures.pieces_from_cost:
        least = max(least, stock.lowest_cost(lot.view, caller, lot.piece) or 0)
    return -(-least // step) * step


def in_steps(state: State, report: Bid) -> list[Refusal] | None:
    """Calls go up in whole steps from the least (JMA/AUCTION-1, SHORT-4)."""
    figures = state.table.figures
    amount = report.amount
    if amount >= figures.least_bid and not amount % figures.bid_step:
        entry = running(state)
        if entry is not None and amount > entry.amount:
            return None
    lot, callers = on_offer(state), report.callers
    if lot is None or not callers:
        return None
    if amount > lot.high and amount >= figures.least_bid and not amount % figures.bid_step:
        return None
    caller = callers[0]
    facts = {
        "player": state.table.seats[caller],
        "amount": amount,
        "step": figures.bid_step,
        "next": next_call(lot, caller),
    }
    found = []
    if amount % figures.bid_step:
        found.append(refuse("piece_bid_not_in_steps" if lot.piece else "bid_not_in_tens", **facts))
    if amount < figures.least_bid and not (lot.piece and figures.pieces_from_cost):
        found.append(refuse("bid_below_least", **facts, least=figures.least_bid))
    elif amount <= lot.high:
        found.append(refuse("bid_not_higher", **facts, high=lot.high))
    return found or None


def place_for_piece(state: State, report: Bid) -> list[Refusal] | None:
    """A player who calls for a piece has a lot for it, and may have to call at least its printed cost (JMA/SHORT-4)."""
    entry = running(state)
    if entry is not None and not entry.piece:
        return None
    lot = on_offer(state)
    if lot is None or not lot.piece:
        return None
    found = []
    for caller in report.callers:
        seat = state.table.seats[caller]
        cost = stock.lowest_cost(lot.view, caller, lot.piece)
        if cost is None and lot.piece == HOTEL:
            found.append(refuse("no_lot_for_hotel", player=seat, number=state.table.figures.hotel_from))
        elif cost is None:
            found.append(refuse("no_lot_for_piece", player=seat, piece=lot.piece))
        elif state.table.figures.pieces_from_cost and report.amount < cost:
            facts = {"amount": report.amount, "cost": cost, "next": next_call(lot, caller)}
            found.append(refuse("piece_bid_below_cost", player=seat, **facts))
    return found or None


def builders_paid_first(state: State, _report: Bid) -> list[Refusal] | None:
    """A call that opens a scarce piece's auction closes the building: whoever builds before pays (JMA/BUILD-7)."""
    if running(state) is None and declaration.waiting(state) and on_offer(state) is not None:
        return shortage.closable(state, _report)
    return None


def nearest(view: View, callers: tuple[int, ...]) -> int:
    """Of equal calls, return the caller nearest clockwise from the player whose turn is next (JMA/AUCTION-4)."""
    order = clockwise(view, next_turn(view))
    return min(callers, key=lambda seat: order.index(seat) if seat in order else len(order))


def bid(draft: Draft, report: Bid) -> None:
    """Make the call the high call, whatever the order of callers (WIKI/AUCTION-4).

    A piece whose lot is not named yet comes under the hammer again (JMA/SHORT-5).
    """
    callers = report.callers
    caller = callers[0] if len(callers) == 1 else nearest(draft, callers)
    seats = draft.table.seats
    entry = running(draft)
    if entry is None:
        entry = placing.under_the_hammer_again(draft)
    if entry is None:
        shortage.close(draft, shortage.CloseBuilding())
        entry = running(draft)
    assert entry is not None
    amount = report.amount
    deed, piece, _, _, out = entry
    draft.replace(entry, Auction(deed, piece, caller, amount, out))
    event: dict[str, Any] = {"kind": "called", "player": seats[caller], "amount": amount}
    if len(callers) > 1:
        event["equal"] = [seats[seat] for seat in callers]
    draft.events.append(event)


def hammer_possible(state: State, _report: CloseAuction) -> list[Refusal] | None:
    if running(state) is not None:
        return None
    found = [refuse("stopped_by_signal")] if signalled(state) else []
    return [*found, refuse("no_auction_open")]


def close(draft: Draft, _report: CloseAuction) -> None:
    """Let the high call win: a winner with the cash pays at once; without a call, the bank keeps what was on offer.

    Clauses: CLASSIC-JA/AUCTION-2, US/AUCTION-2, WIKI/AUCTION-5, WIKI/AUCTION-6, WIKI/AUCTION-7.
    """
    entry = running(draft)
    assert entry is not None
    table = draft.table
    facts = {"piece": entry.piece} if entry.piece else {"deed": table.deed_key(entry.deed)}
    if entry.bidder == NONE:
        draft.remove(entry)
        draft.event("no_call", **facts)
        if entry.piece:
            placing.no_call(draft)
        return
    draft.event("won", player=table.seats[entry.bidder], amount=entry.amount, **facts)
    payment = hammer(draft, entry)
    if draft.players[entry.bidder].cash >= win.price(draft, payment):
        debt.pay_for_win(draft, payment)


def hammer(draft: Draft, entry: Auction) -> Payment:
    """Make the high call a win that is to be paid, and return it."""
    direct = win.direct_lots(draft, entry.bidder, entry.piece)
    payment = Payment(entry.bidder, entry.amount, entry.deed, entry.piece, entry.out, direct)
    if entry.piece and draft.table.figures.calls_open_pieces:
        payment = payment._replace(final=not win.held(draft, payment))
    draft.replace(entry, payment)
    return payment


def open_win(view: View, player: int) -> Payment | Place | None:
    """Return the win that a player has not paid for, or None; in a position that was given, also a piece paid for that
    has no place left.
    """
    for entry in view.pending:
        if type(entry) is Payment and entry.player == player:
            return entry
        if type(entry) is Place and entry.player == player and not placing.placeable(view, entry):
            return entry
    return None


def unpayable(state: State, report: ByPlayer) -> list[Refusal] | None:
    """A win is void only if it is beyond what its winner can pay (JMA/AUCTION-2, SHORT-6); what is paid stays paid."""
    seat = state.table.seats[report.player]
    entry = open_win(state, report.player)
    if entry is None:
        return [refuse("nothing_won_unpaid", player=seat)]
    if isinstance(entry, Place) or (own := placing.means(state, entry)) < entry.amount:
        return None
    code = "piece_win_payable" if entry.piece else "win_payable"
    return [refuse(code, player=seat, amount=entry.amount, assets=own)]


def default(draft: Draft, report: ByPlayer) -> None:
    """Make the win void: the auction is held again without that player (JMA/AUCTION-2, SHORT-6)."""
    entry = open_win(draft, report.player)
    assert entry is not None
    draft.event("win_void", player=draft.table.seats[report.player], amount=entry.amount)
    if isinstance(entry, Place) or entry.piece:
        placing.void_win(draft, entry)
    elif halted(draft):
        draft.remove(entry)
        draft.event("left_with_bank", deed=draft.table.deed_key(entry.deed))
    else:
        others = tuple(seat for seat in entry.out if seat != report.player)  # a ruling may have let it call again
        draft.replace(entry, Auction(entry.deed, "", NONE, 0, (*others, report.player)))
