"""Which calls can stand in an auction, and which wins can wait to be paid or placed (RECORD/START)."""

from __future__ import annotations

from typing import NamedTuple

from rulesets.classic import auction
from rulesets.classic.game.pending import Auction, Payment, Place
from rulesets.classic.game.state import TURN, State
from rulesets.classic.property import stock, win
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.track.table import NONE


class Call(NamedTuple):
    """A call that stands, or has won: who made it, the sum, for what, and who could not call."""

    player: int
    amount: int
    piece: str
    out: tuple[int, ...]


def standing(state: State) -> list[Call]:
    """Return all calls that stand, or have won and are not settled yet."""
    found = []
    for entry in state.pending:
        if isinstance(entry, Auction) and entry.bidder != NONE:
            found.append(Call(entry.bidder, entry.amount, entry.piece, state.excluded if entry.piece else entry.out))
        elif isinstance(entry, Payment):
            found.append(Call(entry.player, entry.amount, entry.piece, state.excluded if entry.piece else entry.out))
        elif isinstance(entry, Place):
            found.append(Call(entry.player, entry.amount, entry.piece, state.excluded))
    return found


def low_calls(state: State) -> list[Refusal]:
    """A call is the least sum or more; for a piece, if calls begin at its printed cost, the lowest cost of a lot that
    the caller has for it or more (JMA/AUCTION-1, SHORT-4).
    """
    figures = state.table.figures
    found = []
    for call in standing(state):
        least = figures.least_bid
        if call.piece and figures.pieces_from_cost:
            least = stock.lowest_cost(state, call.player, call.piece) or 0
        if call.amount < least:
            facts = {"player": state.table.seats[call.player], "amount": call.amount, "least": least}
            found.append(refuse("call_below_first", **facts))
    return found


def calls_out_of_steps(state: State) -> list[Refusal]:
    """All calls go up in whole steps (JMA/AUCTION-1)."""
    step = state.table.figures.bid_step
    return [
        refuse("call_out_of_steps", player=state.table.seats[call.player], amount=call.amount, step=step)
        for call in standing(state)
        if call.amount % step
    ]


def calls_by_the_excluded(state: State) -> list[Refusal]:
    """A player who could not pay for a win no longer calls for the same thing (JMA/AUCTION-2, SHORT-6)."""
    return [
        refuse("call_by_excluded", player=state.table.seats[call.player], amount=call.amount)
        for call in standing(state)
        if call.player in call.out
    ]


def calls_before_their_turn(state: State) -> list[Refusal]:
    """Auctions are held one by one: only the first one due has calls (JMA/BANKR-6)."""
    first = auction.running(state)
    return [
        refuse("call_in_later_auction", player=state.table.seats[entry.bidder], amount=entry.amount)
        for entry in state.pending
        if isinstance(entry, Auction) and entry.bidder != NONE and entry is not first
    ]


def pieces_without_lot(state: State) -> list[Refusal]:
    """A player who calls for a piece, has won it or is to place it has a lot for it (JMA/SHORT-4)."""
    return [
        refuse("piece_without_lot", player=state.table.seats[win.caller(entry)], piece=entry.piece)
        for entry in state.pending
        if isinstance(entry, win.Called) and entry.piece and win.caller(entry) != NONE and not win.lots(state, entry)
    ]


def pieces_in_turn(state: State) -> list[Refusal]:
    """If building belongs to the time between turns, so does the auction of scarce pieces (JMA/BUILD-1)."""
    entry = stock.piece_entry(state)
    if entry is None or state.phase != TURN or not state.table.figures.builds_between_turns:
        return []
    return [refuse("piece_in_turn", piece=entry.piece)]


CHECKS = (
    low_calls,
    calls_out_of_steps,
    calls_by_the_excluded,
    calls_before_their_turn,
    pieces_without_lot,
    pieces_in_turn,
)
