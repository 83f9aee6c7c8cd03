"""The end signal, the last throw, and what follows after every report (TIME, TIMED)."""

from __future__ import annotations

from typing import NamedTuple

from rulesets.classic import bankruptcy, debt
from rulesets.classic.draft import Draft
from rulesets.classic.order import active, end_turn
from rulesets.classic.pending import Auction
from rulesets.classic.state import OVER, TURN, State
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import Form


class TimeUp(NamedTuple):
    """The end signal."""


TIME_UP = Form("time_up", TimeUp)


def timed(state: State, _report: TimeUp) -> list[Refusal] | None:
    """The game has a time limit, and the signal comes once (JMA/TIME-1, US/TIMED-1, WIKI/TIMED-1)."""
    if state.table.options["time_limit_minutes"] is None:
        return [refuse("no_time_limit", option="time_limit_minutes")]
    if state.time_up:
        return [refuse("signal_given")]
    return None


def signal(draft: Draft, _report: TimeUp) -> None:
    """Negotiations, auctions and building stop, what is not concluded is void (JMA/TIME-5); who is provisionally
    bankrupt is bankrupt (JMA/TIME-6).

    Clauses: JMA/TIME-1.
    """
    draft.event("time_up")
    draft.time_up = True
    for entry in draft.pending:
        if type(entry) is Auction:
            facts = {"piece": entry.piece} if entry.piece else {"deed": draft.table.deed_key(entry.deed)}
            draft.event("auction_void", **facts)
    draft.pending = tuple(entry for entry in draft.pending if type(entry) is not Auction)
    if draft.declared:
        draft.event("declarations_lapsed")
    draft.declared = draft.excluded = ()
    draft.close_window()
    for seat in active(draft):
        if draft.phase != OVER and debt.provisional(draft, seat):
            bankruptcy.go_bankrupt(draft, seat)


def stop(draft: Draft, _report: TimeUp) -> None:
    """The game ends at once: what is not concluded is void, unpaid debts stay unpaid (US/TIMED-2, WIKI/TIMED-2).

    Clauses: US/TIMED-1, US/TIMED-2, WIKI/TIMED-1, WIKI/TIMED-2.
    """
    draft.event("time_up")
    draft.time_up = True
    bankruptcy.finish(draft)
    draft.event("over_by_time")


def settle(draft: Draft) -> None:
    """After any accepted report: when nothing is due the turn ends; the game after the last throw (JMA/TIME-7), or once
    what the last bankruptcy left is settled.

    Clauses: CLASSIC-JA/PLAY-4, US/PLAY-4, WIKI/PLAY-3.
    """
    if draft.pending:
        return
    bankruptcy.close_when_settled(draft)
    if draft.phase != TURN:
        return
    if draft.last_throw:
        bankruptcy.finish(draft)
        draft.event("over_by_time")
    elif not draft.doubles:
        end_turn(draft)
