"""Trades between players, under the same timer as auctions (CITY/TRADE)."""

from __future__ import annotations

from typing import Any, NamedTuple

from rulesets.city import auction, debt
from rulesets.city.game import fields as city_fields
from rulesets.city.game.draft import Draft, View
from rulesets.city.game.fields import STAYING, Side
from rulesets.city.game.state import State, Timer
from rulesets.city.property import rent
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import FORMALITY, Field, Form
from rulesets.kernel.track import fields, ledger


class StartTrade(NamedTuple):
    """The Auction button is pressed for a trade between two players."""

    player: int
    partners: tuple[int, ...]
    at: float | None

    @property
    def other(self) -> int:
        return self.partners[0]


class Trade(NamedTuple):
    """A concluded trade, from the point of view of ``player``."""

    player: int
    partners: tuple[int, ...]
    give: Side
    take: Side
    at: float | None

    @property
    def other(self) -> int:
        return self.partners[0]


START = Form(
    "start_trade",
    StartTrade,
    Field("player", fields.seat),
    Field("with", fields.several()),
    fields.AT,
    nature=FORMALITY,
)
TRADE = Form(
    "trade",
    Trade,
    Field("player", fields.seat),
    Field("with", fields.several()),
    Field("give", city_fields.side),
    Field("take", city_fields.side),
    fields.AT,
)


def between_two(state: State, report: StartTrade | Trade) -> list[Refusal] | None:
    """One player trades with one other, not with several at once (CITY/TRADE-1)."""
    if len(report.partners) == 1:
        return None
    seats = state.table.seats
    return [refuse("trade_with_several", player=seats[report.player], others=[seats[seat] for seat in report.partners])]


def two_players(state: State, report: StartTrade | Trade) -> list[Refusal] | None:
    """Two different players, and no auction under the same timer (CITY/TRADE-1)."""
    seats = state.table.seats
    found = []
    if auction.is_running(state):
        found.append(refuse("trade_during_auction", player=seats[report.player], other=seats[report.other]))
    if report.player == report.other:
        found.append(refuse("deal_with_oneself", player=seats[report.player]))
    return found or None


def start(draft: Draft, report: StartTrade) -> None:
    """Start the timer for these two players (TRADE-2)."""
    seats = draft.table.seats
    draft.timer = Timer(report.player, report.other, report.at)
    draft.event("trade_started", player=seats[report.player], **{"with": seats[report.other]})


def under_timer(state: State, report: Trade) -> list[Refusal] | None:
    """The button was pressed for these two players, and the timer has not run out (CITY/TRADE-2, TRADE-3)."""
    seats = state.table.seats
    facts = {"player": seats[report.player], "other": seats[report.other]}
    timer = state.timer
    if timer is None or {timer.one, timer.two} != {report.player, report.other}:
        return [refuse("trade_button_first", **facts)]
    seconds = state.table.options["auction_seconds"]
    if timer.since is None or report.at is None:
        return None
    passed = report.at - timer.since
    if passed < 0:
        return [refuse("trade_button_first", **facts)]
    return [refuse("trade_too_late", **facts, passed=round(passed, 3), seconds=seconds)] if passed >= seconds else None


def tradable(state: State, report: Trade) -> list[Refusal] | None:
    """Districts, money and release cards change hands, and nothing else (CITY/TRADE-1); buildings stay (TRADE-4)."""
    seats = state.table.seats
    parts = tuple(dict.fromkeys((*report.give.barred, *report.take.barred)))
    staying = [name for name in parts if name in STAYING]
    others = [name for name in parts if name not in staying]
    facts = {"player": seats[report.player], "other": seats[report.other]}
    found = [refuse("trade_of_barred", **facts, parts=others)] if others else []
    return found + ([refuse("trade_of_buildings", **facts, parts=staying)] if staying else []) or None


def something(state: State, report: Trade) -> list[Refusal] | None:
    """Something changes hands, cash in notes of 10K (CITY/TRADE-1, MONEY-1); cash against the same cash is nothing."""
    step = state.table.figures.bid_step
    found = [
        refuse("amount_not_in_notes", amount=side.cash, step=step)
        for side in (report.give, report.take)
        if side.cash % step
    ]
    give, take = (side._replace(cash=0) for side in (report.give, report.take))
    if report.give.cash == report.take.cash and not any(give) and not any(take):
        found.append(refuse("trade_of_nothing", player=state.table.seats[report.player]))
    return found or None


def held(state: State, report: Trade) -> list[Refusal] | None:
    """Both sides have what they hand over."""
    found = []
    for giver, side in ((report.player, report.give), (report.other, report.take)):
        seat = state.table.seats[giver]
        part = state.players[giver]
        strange = [deed for deed in side.deeds if state.districts[deed].owner != giver]
        found += [refuse("deed_not_held", player=seat, deed=state.table.deed_key(deed)) for deed in strange]
        if any(card not in part.cards for card in side.cards):
            found.append(refuse("card_not_held", player=seat))
        if side.cash > part.cash:
            facts = {"amount": side.cash, "cash": part.cash, "missing": side.cash - part.cash}
            found.append(refuse("cash_missing", player=seat, **facts))
    return found or None


def trade(draft: Draft, report: Trade) -> None:
    """Exchange what both sides give; districts keep all that stands on them, and mortgages (TRADE-1, TRADE-4).

    Warnings name the sum where cash goes for nothing, districts for less than their mortgages, or an estate shrinks.
    """
    before = draft.freeze()
    warn_of_price(draft, report.player, report.other, report.give, report.take)
    warn_of_price(draft, report.other, report.player, report.take, report.give)
    for giver, taker, side in (
        (report.player, report.other, report.give),
        (report.other, report.player, report.take),
    ):
        draft.pay(giver, taker, side.cash)
        for deed in side.deeds:
            draft.hand_over(deed, taker)
        for card in side.cards:
            draft.drop_card(giver, card)
            draft.keep_card(taker, card)
    draft.timer = None
    seats = draft.table.seats
    sides = {"give": side_json(draft, report.give), "take": side_json(draft, report.take)}
    draft.event("traded", player=seats[report.player], **{"with": seats[report.other]}, **sides)
    warn_of_leak(before, draft, (report.player, report.other))


def warn_of_price(draft: Draft, giver: int, taker: int, given: Side, back: Side) -> None:
    """Warn of cash for nothing, and of unmortgaged districts for less than the bank lends on them, before the exchange;
    any price is allowed (TRADE-1).
    """
    pair = {"player": draft.table.seats[giver], "other": draft.table.seats[taker]}
    if back.deeds or back.cards:
        return
    price = back.cash - given.cash
    if price < 0:
        draft.warn("cash_for_nothing", **pair, amount=-price)
    unmortgaged = [deed for deed in given.deeds if not draft.districts[deed].mortgaged]
    floor = sum(rent.amount(draft, deed) for deed in unmortgaged)
    if unmortgaged and price < floor:
        keys = [draft.table.deed_key(deed) for deed in unmortgaged]
        draft.warn("deed_below_mortgage", **pair, deeds=keys, amount=max(0, price), floor=floor)


def warn_of_leak(before: View, draft: Draft, seats: tuple[int, int]) -> None:
    """Warn, with the sum, of a trade by which the creditors of one of two players get less than before (BANKR-4)."""
    for seat in seats:
        owed, own = ledger.owed(before, seat), debt.capacity(before, seat)
        lost = min(owed, own) - min(owed, debt.capacity(draft, seat))
        if lost > 0:
            draft.warn("estate_poorer", player=draft.table.seats[seat], amount=lost, owed=owed, assets=own)


def side_json(view: View, side: Side) -> dict[str, Any]:
    """A side as reported, without empty parts."""
    parts = {"cash": side.cash, "deeds": [view.table.deed_key(deed) for deed in side.deeds], "cards": list(side.cards)}
    return {name: part for name, part in parts.items() if part}
