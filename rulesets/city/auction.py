"""Auctions: the button, calls for fifty seconds, and the lamp going out (CITY/AUCTION)."""

from __future__ import annotations

from typing import NamedTuple

from rulesets.city.game import fields as city_fields
from rulesets.city.game.draft import Draft, View
from rulesets.city.game.pending import Auction
from rulesets.city.game.state import PUT_UP, State
from rulesets.city.property import unit
from rulesets.city.turns import landing
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import CHOICE, Field, Form
from rulesets.kernel.track import fields
from rulesets.kernel.track.fields import OnDeed, on_deed
from rulesets.kernel.track.table import BANK, NONE


class Start(NamedTuple):
    """The Auction button is pressed for the district under the hammer."""

    at: float | None


class Bid(NamedTuple):
    """A call, in K."""

    player: int
    amount: int
    at: float | None


class Close(NamedTuple):
    """The lamp has gone out."""

    at: float | None


START = Form("start_auction", Start, fields.AT, nature=CHOICE)
BID = Form("bid", Bid, Field("player", fields.seat), Field("amount", city_fields.amount), fields.AT, nature=CHOICE)
CLOSE = Form("close_auction", Close, fields.AT, nature=CHOICE)
PUT = on_deed("put_up")


def lot(view: View) -> Auction | None:
    """The district under the hammer: the first one that waits, since they are auctioned one by one (CITY/BANKR-2)."""
    return next((entry for entry in view.pending if isinstance(entry, Auction)), None)


def is_running(view: View) -> bool:
    """Whether the timer is running for an auction (trades use the same timer, TRADE-1)."""
    entry = lot(view)
    return entry is not None and entry.running


def startable(state: State, _report: Start) -> list[Refusal] | None:
    """A district waits to be auctioned, and the button has not been pressed for it yet (CITY/AUCTION-1)."""
    entry = lot(state)
    if entry is None:
        return nothing_under_hammer(state)
    if entry.running:
        return [refuse("button_pressed_already", deed=state.table.deed_key(entry.deed))]
    return None


def nothing_under_hammer(state: State) -> list[Refusal]:
    """Refuse because nothing is auctioned: the lander has yet to decide (CITY/LAND-2), or nothing was put up."""
    entry = landing.purchase(state)
    if entry is not None:
        facts = {"player": state.table.seats[entry.player], "deed": state.table.deed_key(entry.deed)}
        return [refuse("decision_first", **facts), refuse("nothing_auctioned")]
    return [refuse("nothing_auctioned")]


def start(draft: Draft, report: Start) -> None:
    """Press the button for the bank: the fifty seconds start (UNIT-1, AUCTION-1, AUCTION-2)."""
    entry = lot(draft)
    assert entry is not None
    draft.timer = None
    draft.replace(entry, entry._replace(running=True, since=report.at))
    draft.event("auction_started", deed=draft.table.deed_key(entry.deed))


def under_hammer(state: State, _report: Bid | Close) -> list[Refusal] | None:
    """A district is being auctioned and the timer is running (CITY/AUCTION-1)."""
    entry = lot(state)
    if entry is None:
        return nothing_under_hammer(state)
    if not entry.running:
        return [refuse("button_first", deed=state.table.deed_key(entry.deed))]
    return None


def in_time(state: State, report: Bid) -> list[Refusal] | None:
    """Calls count for fifty seconds after the button is pressed (CITY/UNIT-1, AUCTION-2), if times are given."""
    entry = lot(state)
    if entry is None or entry.since is None or report.at is None:
        return None
    seconds = state.table.options["auction_seconds"]
    passed = report.at - entry.since
    facts = {"player": state.table.seats[report.player], "passed": round(passed, 3), "seconds": seconds}
    if passed < 0:
        return [refuse("bid_before_button", **facts)]
    return [refuse("bid_after_lamp", **facts)] if passed >= seconds else None


def in_steps(state: State, report: Bid) -> list[Refusal] | None:
    """Whoever called for the auction opens it, at 10K or more; calls rise, in notes of 10K (CITY/AUCTION-3)."""
    entry = lot(state)
    if entry is None:
        return None
    figures = state.table.figures
    seats = state.table.seats
    found = []
    if not entry.calls and entry.caller not in (NONE, report.player):
        found.append(refuse("caller_opens", player=seats[report.player], caller=seats[entry.caller]))
    lowest = next_call(state, entry)
    if report.amount < figures.least_bid:
        found.append(refuse("bid_below_10k", player=seats[report.player], amount=report.amount, next=lowest))
    elif report.amount % figures.bid_step:
        found.append(refuse("bid_not_in_notes", player=seats[report.player], amount=report.amount, next=lowest))
    elif report.amount <= entry.high:
        facts = {"amount": report.amount, "high": entry.high, "next": lowest}
        found.append(refuse("bid_not_above", player=seats[report.player], **facts))
    return found or None


def next_call(view: View, entry: Auction) -> int:
    """The lowest possible call, in K."""
    figures = view.table.figures
    return max(figures.least_bid, entry.high + figures.bid_step)


def bid(draft: Draft, report: Bid) -> None:
    """Record the call as the highest, whoever made it and in whatever order (AUCTION-4, AUCTION-5)."""
    entry = lot(draft)
    assert entry is not None
    draft.replace(entry, entry._replace(calls=(*entry.calls, (report.player, report.amount)), running=True))
    draft.event("called", player=draft.table.seats[report.player], amount=report.amount)


def close(draft: Draft, report: Close) -> None:
    """Give the district to the highest caller who has the cash.  A call without the cash is void, and the next highest
    wins; without any valid call the bank keeps the card.

    Clauses: AUCTION-7, BANK-1, BANKR-2.
    """
    entry = lot(draft)
    assert entry is not None
    table = draft.table
    key = table.deed_key(entry.deed)
    seconds = table.options["auction_seconds"]
    if entry.since is not None and report.at is not None and report.at - entry.since < seconds:
        draft.warn("lamp_early", passed=round(report.at - entry.since, 3), seconds=seconds)
    draft.remove(entry)
    for seat, amount in reversed(entry.calls):
        if draft.players[seat].cash >= amount:
            draft.pay(seat, BANK, amount)
            draft.hand_over(entry.deed, seat)
            draft.event("won", player=table.seats[seat], amount=amount, deed=key)
            return
        draft.event("win_void", player=table.seats[seat], amount=amount)
    if entry.calls:
        draft.event("left_with_bank", deed=key)
    else:
        draft.event("no_call", deed=key)


def may_put_up(state: State, report: OnDeed) -> list[Refusal] | None:
    """On an Auction space a player may put up an unowned district, once (CITY/LAND-6)."""
    seats = state.table.seats
    step = state.step
    found = []
    if step is None or step.player != report.player or step.right != PUT_UP:
        found.append(refuse("no_auction_space", player=seats[report.player]))
    owner = state.districts[report.deed].owner
    if owner != BANK:
        facts = {"deed": state.table.deed_key(report.deed), "owner": seats[owner]}
        found.append(refuse("put_up_owned", player=seats[report.player], **facts))
    return found or None


def put_up(draft: Draft, report: OnDeed) -> None:
    """Put the named district up for auction, to be opened by the player who named it (LAND-6, AUCTION-3)."""
    unit.use_right(draft, report.player)
    draft.add(Auction(report.deed, report.player))
    draft.event("put_up", player=draft.table.seats[report.player], deed=draft.table.deed_key(report.deed))
