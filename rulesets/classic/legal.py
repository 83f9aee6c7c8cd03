"""What may be reported now: exact where the reports are few, with bounds where they are not.

Every entry is tested against the checks of `judge` (`Ruleset.obstacle`), so that the list and the referee never
disagree.  What the position rules out in all rulesets is not even tried; a comment or docstring there says why.  An
entry names type and player and, if there is a choice, its bounds: ``least`` and ``step`` of a call, the ``cards`` that
can be drawn, the ``deeds`` that may be mortgaged, ``lots`` with the level that they may be built up or sold down to,
and ``with`` whom.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from rulesets.classic import auction, offers, ranking, starting
from rulesets.classic.debts import debt
from rulesets.classic.game.pending import Debt, Payment, PayOrDraw, Place
from rulesets.classic.game.state import OVER, SETUP, OpenRent, State
from rulesets.classic.game.table import Table
from rulesets.classic.property import rent_claim
from rulesets.classic.shortages import declaration, reach
from rulesets.classic.turns import cards
from rulesets.kernel.ruleset import Game
from rulesets.kernel.track.order import active

CONTENT = frozenset(
    {
        *("gift", "deal_of_nothing", "debt_left_unpayable"),
        *("rescue_insufficient", "rescue_must_clear_both", "shared_rescue_insufficient"),
    }
)
"""Codes for which an empty deal is refused although one with content may pass."""

WHATEVER_DEEDS = frozenset({"mortgage_without_need", "lift_out_of_time"})
"""Codes for which a player's mortgages, or lifting them, are refused whichever deeds are named."""


def reports(game: Game) -> list[dict[str, Any]]:
    """Return everything that may be reported now, except `ruling` and `retract`."""
    state: State = game.state
    if state.phase == SETUP:
        deal = {"type": "deal", "deeds": state.table.options["dealt_deeds"], "seats": list(state.table.seats)}
        return [deal, *roll_offs(game)]
    if state.phase == OVER:
        return roll_offs(game)
    found: list[dict[str, Any]] = []
    for kind in ("close_auction", "close_building", "time_up"):
        if accepted(game, {"type": kind}):
            found.append({"type": kind})
    for seat in active(state):
        for source in (throws, simple, rescues, payments, calls, lots, deeds, partners):
            found += source(game, seat)
    return found + roll_offs(game)


def accepted(game: Game, report: dict[str, Any]) -> bool:
    """Whether a report would be accepted."""
    return game.ruleset.obstacle(game, report) is None


def passes_but_for_content(game: Game, report: dict[str, Any]) -> bool:
    """Whether a deal without content is refused for that alone, if at all."""
    return game.ruleset.obstacle(game, report, CONTENT) is None


def throws(game: Game, seat: int) -> Iterator[dict[str, Any]]:
    """Yield a throw of any dice, and a draw with the cards that can come up."""
    key = game.state.table.seats[seat]
    if accepted(game, {"type": "roll", "player": key, "dice": [1, 2]}):
        yield {"type": "roll", "player": key}
    entry = cards.due_draw(game.state, seat)
    if entry is not None:
        yield {"type": "draw", "player": key, "cards": cards.candidates(game.state, entry.deck)}


def simple(game: Game, seat: int) -> Iterator[dict[str, Any]]:
    """Yield reports that name a player and nothing else, and those about taxes, cards, places, offers and rents."""
    table: Table = game.state.table
    key = table.seats[seat]
    for kind in ("buy", "decline", "pay_bail", "default", "take_over", "declare_bankruptcy"):
        if accepted(game, {"type": kind, "player": key}):
            yield {"type": kind, "player": key}
    if accepted(game, {"type": "choose_tax", "player": key, "option": "flat"}):
        yield {"type": "choose_tax", "player": key, "options": ["flat", "percent"]}
    for deck in game.state.players[seat].cards:
        if accepted(game, report := {"type": "use_card", "player": key, "deck": deck}):
            yield report
    # a player who has won no piece places none (`placing.place_due`), and only a standing offer can be withdrawn
    if any(type(entry) is Place and entry.player == seat for entry in game.state.pending):
        for deed in table.edition.deeds:
            if accepted(game, report := {"type": "place", "player": key, "deed": deed.key}):
                yield report
    for number, other in enumerate(table.seats):
        standing = any((offer.player, offer.to) == (seat, number) for offer in game.state.offers)
        if standing and accepted(game, report := {"type": "withdraw_offer", "player": key, "to": other}):
            yield report
        for rented in rents_between(game.state, key, other):
            if accepted(game, report := {"type": "claim_rent", "player": key, "from": other, "deed": rented}):
                yield report


def rents_between(state: State, owner: str, payer: str) -> list[str]:
    """Return the deeds whose rent may be open between two seats."""
    table = state.table
    pair = (table.seat_number[payer], table.seat_number[owner])
    debts = [entry for entry in state.pending if isinstance(entry, Debt) and entry.deed >= 0]
    rents = [(rent.player, rent.to, rent.deed) for rent in rent_claim.open_rents(state)]
    every = (*((debt.player, debt.to, debt.deed) for debt in debts), *rents)
    return list(dict.fromkeys(table.deed_key(deed) for *parties, deed in every if tuple(parties) == pair))


def rescues(game: Game, seat: int) -> Iterator[dict[str, Any]]:
    """Yield the sets of standing offers that the player can take together."""
    seats = game.state.table.seats
    standing = [seats[offer.player] for offer in offers.standing_offers(game.state, seat)]
    for count in range(1, len(standing) + 1):
        for chosen in combinations(standing, count):
            report = {"type": "accept_rescue", "player": seats[seat], "from": list(chosen)}
            if accepted(game, report):
                yield report


def payments(game: Game, seat: int) -> Iterator[dict[str, Any]]:
    """Yield what the player can pay now."""
    table: Table = game.state.table
    for entry in (*game.state.pending, *rent_claim.open_rents(game.state)):
        report: dict[str, Any] = {"type": "pay", "player": table.seats[seat]}
        if isinstance(entry, Debt | OpenRent) and entry.player == seat:
            report["to"] = table.party(entry.to)
            if entry.deed >= 0:
                report["deed"] = table.deed_key(entry.deed)
        elif not (isinstance(entry, Payment | PayOrDraw) and entry.player == seat):
            continue
        if accepted(game, report):
            yield {**report, "amount": entry.amount}


def calls(game: Game, seat: int) -> Iterator[dict[str, Any]]:
    """Yield the lowest call, with the step of those above it."""
    state: State = game.state
    lot = auction.on_offer(state)
    if lot is None:
        return
    least = auction.next_call(lot, seat)
    report = {"type": "bid", "player": state.table.seats[seat], "amount": least}
    if accepted(game, report):
        yield {"type": "bid", "player": report["player"], "least": least, "step": state.table.figures.bid_step}


def lots(game: Game, seat: int) -> Iterator[dict[str, Any]]:
    """Yield lots with the level that they may be built up or sold down to, and declarations that may be lowered: only
    while they exceed the stock, or are made anew (`declaration.withdrawable`).
    """
    state: State = game.state
    key = state.table.seats[seat]
    for kind, open_lots in (("build", reach.highest(game, seat)), ("sell", reach.lowest(game, seat))):
        if open_lots:
            yield {"type": kind, "player": key, "lots": open_lots}
    lower = {}
    for lot, level in declaration.of(state, seat) if declaration.short(state) or state.excluded else ():
        for target in range(state.holdings[lot].level, level):
            report = {"type": "withdraw_build", "player": key, "to": {state.table.deed_key(lot): target}}
            if accepted(game, report):
                lower[state.table.deed_key(lot)] = target
                break
    if lower:
        yield {"type": "withdraw_build", "player": key, "lots": lower}


def deeds(game: Game, seat: int) -> Iterator[dict[str, Any]]:
    """Yield deeds that may be mortgaged, in unbuilt groups only (`mortgage.unbuilt`), or lifted, each by itself."""
    table: Table = game.state.table
    key = table.seats[seat]
    for kind, mortgaged in (("mortgage", False), ("lift_mortgage", True)):
        fit = []
        for deed, holding in zip(table.edition.deeds, game.state.holdings, strict=True):
            if holding.owner != seat or holding.mortgaged != mortgaged:
                continue
            if not mortgaged and any(game.state.holdings[sibling].level for sibling in deed.siblings):
                continue
            refusal = game.ruleset.obstacle(game, {"type": kind, "player": key, "deeds": [deed.key]})
            if refusal is None:
                fit.append(deed.key)
            elif refusal.code in WHATEVER_DEEDS:
                break
        if fit:
            yield {"type": kind, "player": key, "deeds": fit}


def partners(game: Game, seat: int) -> Iterator[dict[str, Any]]:
    """Yield with whom the player may talk or deal, and whom to rescue: a talk must be open to be closed, and a player
    who owes nothing needs no rescue.
    """
    state: State = game.state
    table = state.table
    key = table.seats[seat]
    others = [other for other in active(state) if other != seat]
    for kind, between in (("open_talk", others), ("close_talk", others if state.talks else [])):
        fit = [
            table.seats[to] for to in between if accepted(game, {"type": kind, "player": key, "with": table.seats[to]})
        ]
        if fit:
            yield {"type": kind, "player": key, "with": fit}
    fit = [table.seats[other] for other in others if may_deal(game, seat, other)]
    if fit:
        yield {"type": "trade", "player": key, "with": fit}
    for other in (other for other in others if debt.debts(state, other)):
        empty = {"type": "offer_rescue", "player": key, "to": table.seats[other], "give": {}, "take": {}}
        if passes_but_for_content(game, empty):
            yield {"type": "offer_rescue", "player": key, "to": table.seats[other]}


def may_deal(game: Game, one: int, two: int) -> bool:
    """Whether two players may conclude some deal now: any deal, or one for a release card."""
    seats = game.state.table.seats
    report: dict[str, Any] = {"type": "trade", "player": seats[one], "with": seats[two], "give": {}, "take": {}}
    if passes_but_for_content(game, report):
        return True
    for giver, side, other in ((one, "give", "take"), (two, "take", "give")):
        for deck in game.state.players[giver].cards:
            if accepted(game, {**report, side: {"cards": [deck]}, other: {"cash": 1}}):
                return True
    return False


def roll_offs(game: Game) -> list[dict[str, Any]]:
    """Return the throws that order players, with the seats that throw."""
    state: State = game.state
    seats = state.table.seats
    if state.phase == OVER:
        rows = ranking.standing(state)
        groups = [[row.player for row in rows if row.rank == rank] for rank in sorted({row.rank for row in rows})]
    elif not state.begun:
        groups = starting.groups(state.order, range(len(seats)))
    else:
        return []
    found = []
    for group in groups:
        falling = {seats[seat]: [6, max(1, 6 - place)] for place, seat in enumerate(group)}
        if len(group) > 1 and accepted(game, {"type": "roll_off", "dice": falling}):
            found.append({"type": "roll_off", "seats": list(falling)})
    return found
