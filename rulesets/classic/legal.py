"""What may be reported now: exact where the reports are few, templates where they are not.

Every entry is tested against the checks of `judge` (`Ruleset.obstacle`), so that the list and the referee never
disagree.  What the position rules out in all rulesets is not even tried; a comment or docstring there says why.  An
entry is a report, or a template that names in ``choose`` the fields to be filled in, within the bounds beside it:
``least`` and ``step`` (and ``most``) of a call, the ``cards`` that can be drawn, the ``deeds`` that may be mortgaged,
``lots`` with the level that they may be built up or sold down to, and ``with`` whom.  `completions` yields the reports
of a template.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Any

from rulesets.classic import auction, bargain, offers, ranking, starting
from rulesets.classic.bargain import accepted
from rulesets.classic.debts import debt
from rulesets.classic.game.pending import Debt, Payment, PayOrDraw, Place
from rulesets.classic.game.state import OVER, SETUP, OpenRent, State
from rulesets.classic.game.table import Table
from rulesets.classic.property import rent_claim
from rulesets.classic.shortages import reach
from rulesets.classic.turns import cards
from rulesets.kernel.report import LARGEST
from rulesets.kernel.ruleset import Game
from rulesets.kernel.track.order import active
from rulesets.kernel.track.templates import base, filled, template
from rulesets.reports import as_report

WHATEVER_DEEDS = frozenset({"mortgage_without_need", "lift_out_of_time"})
"""Codes for which a player's mortgages, or lifting them, are refused whichever deeds are named."""


def reports(game: Game) -> list[dict[str, Any]]:
    """Return everything that may be reported now, except `ruling` and `retract`."""
    state: State = game.state
    if state.phase == SETUP:
        deal = {"type": "deal", "deeds": state.table.options["dealt_deeds"], "seats": list(state.table.seats)}
        return [template(deal, "deeds"), *roll_offs(game)]
    if state.phase == OVER:
        return roll_offs(game)
    found: list[dict[str, Any]] = []
    for kind in ("close_auction", "close_building", "time_up"):
        if accepted(game, {"type": kind}):
            found.append({"type": kind})
    partners = bargain.partners(game)
    for seat in active(state):
        for source in (throws, simple, rescues, payments, calls, lots, deeds, talks):
            found += source(game, seat)
        found += bargains(game, seat, partners[seat])
    return found + roll_offs(game)


def throws(game: Game, seat: int) -> Iterator[dict[str, Any]]:
    """Yield a throw of any dice, and a draw with the cards that can come up."""
    key = game.state.table.seats[seat]
    if accepted(game, {"type": "roll", "player": key, "dice": [1, 2]}):
        yield template({"type": "roll", "player": key}, "dice")
    entry = cards.due_draw(game.state, seat)
    if entry is not None:
        every = cards.candidates(game.state, entry.deck)
        if fit := [card for card in every if accepted(game, {"type": "draw", "player": key, "card": card})]:
            yield template({"type": "draw", "player": key, "cards": fit}, "card")


def simple(game: Game, seat: int) -> Iterator[dict[str, Any]]:
    """Yield reports that name a player and nothing else, and those about taxes, cards, places, offers and rents."""
    table: Table = game.state.table
    key = table.seats[seat]
    for kind in ("buy", "decline", "pay_bail", "default", "take_over", "declare_bankruptcy"):
        if accepted(game, {"type": kind, "player": key}):
            yield {"type": kind, "player": key}
    if accepted(game, {"type": "choose_tax", "player": key, "option": "flat"}):
        yield template({"type": "choose_tax", "player": key, "options": ["flat", "percent"]}, "option")
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
            yield report


def calls(game: Game, seat: int) -> Iterator[dict[str, Any]]:
    """Yield the lowest call, with the step of those above it; and the highest, if a rescue bounds it (JMA/BANKR-3)."""
    state: State = game.state
    lot = auction.on_offer(state)
    if lot is None:
        return
    least = auction.next_call(lot, seat)
    report = {"type": "bid", "player": state.table.seats[seat], "amount": least}
    if accepted(game, report):
        bounds = {"least": least, "step": state.table.figures.bid_step}
        if any(offer.to == seat for offer in state.offers):
            bounds |= highest_call(game, report, bounds["step"])
        yield template({"type": "bid", "player": report["player"], **bounds}, "amount")


def highest_call(game: Game, report: dict[str, Any], step: int) -> dict[str, int]:
    """Return ``most``, the highest call that would be accepted, if any would be too high."""
    low, high = report["amount"] // step, LARGEST // step
    if accepted(game, {**report, "amount": high * step}):
        return {}
    while high - low > 1:  # whatever a call loses a debtor, a higher one does
        middle = (low + high) // 2
        low, high = (middle, high) if accepted(game, {**report, "amount": middle * step}) else (low, middle)
    return {"most": low * step}


def lots(game: Game, seat: int) -> Iterator[dict[str, Any]]:
    """Yield lots with the level that they may be built up or sold down to, and declarations that may be lowered."""
    key = game.state.table.seats[seat]
    for kind, bound in (("build", reach.highest), ("sell", reach.lowest), ("withdraw_build", reach.least_declared)):
        if open_lots := bound(game, seat):
            yield template({"type": kind, "player": key, "lots": open_lots}, "to")


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
            refusal = game.ruleset.obstacle(game, as_report({"type": kind, "player": key, "deeds": [deed.key]}))
            if refusal is None:
                fit.append(deed.key)
            elif refusal.code in WHATEVER_DEEDS:
                break
        if fit:
            yield template({"type": kind, "player": key, "deeds": fit}, "deeds")


def talks(game: Game, seat: int) -> Iterator[dict[str, Any]]:
    """Yield with whom the player may begin to talk, and which talks may be closed."""
    state: State = game.state
    seats = state.table.seats
    others = [seats[other] for other in active(state) if other != seat]
    for kind, between in (("open_talk", others), ("close_talk", others if state.talks else [])):
        base = {"type": kind, "player": seats[seat]}
        if fit := [other for other in between if accepted(game, {**base, "with": other})]:
            yield template({**base, "with": fit}, "with")


def bargains(game: Game, seat: int, partners: list[int]) -> Iterator[dict[str, Any]]:
    """Yield with whom the player may deal, and whom to rescue: a player who owes nothing needs no rescue."""
    state: State = game.state
    seats = state.table.seats
    if partners:
        entry = {"type": "trade", "player": seats[seat], "with": [seats[other] for other in partners]}
        yield template(entry, "with", "give", "take")
    for other in active(state):
        if other != seat and debt.debts(state, other) and (fields := bargain.may_rescue(game, seat, other)):
            yield template({"type": "offer_rescue", "player": seats[seat], "to": seats[other]}, *fields)


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
        dice = falling(seats[seat] for seat in group)
        if len(group) > 1 and accepted(game, {"type": "roll_off", "dice": dice}):
            found.append(template({"type": "roll_off", "seats": list(dice)}, "dice"))
    return found


def falling(seats: Iterable[str]) -> dict[str, list[int]]:
    """Throws of these seats, each higher than the next or, of eight, equal to it."""
    return {seat: [6, max(1, 6 - place)] for place, seat in enumerate(seats)}


# -- what templates stand for


def completions(game: Game, entry: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the reports of a template as far as they are few (`moves`): of building, selling and withdrawing all within
    one colour group; the deal of the deeds in board order; none of a deal between players or a rescue.
    """
    kind = entry["type"]
    if kind in LEVELS:
        yield from levels(game, entry)
    elif kind == "deal":
        keys = [deed.key for deed in game.state.table.edition.deeds]
        number = entry["deeds"]
        shares = {seat: keys[at * number : (at + 1) * number] for at, seat in enumerate(entry["seats"])}
        yield {"type": kind, "deeds": shares}
    elif kind == "roll_off":
        yield {"type": kind, "dice": falling(entry["seats"])}
    elif "give" not in entry["choose"]:
        yield from filled(entry)


LEVELS: dict[str, Callable[[Game, int], Iterator[dict[int, int]]]] = {
    "build": reach.builds,
    "sell": reach.sales,
    "withdraw_build": reach.withdrawals,
}
"""What reports name levels of lots, and the levels that they might name in one colour group."""


def levels(game: Game, entry: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield building, selling or withdrawing within one colour group."""
    table = game.state.table
    for targets in LEVELS[entry["type"]](game, table.seat_number[entry["player"]]):
        to = {table.deed_key(lot): level for lot, level in sorted(targets.items())}
        if to.keys() <= entry["lots"].keys() and accepted(game, report := {**base(entry), "to": to}):
            yield report
