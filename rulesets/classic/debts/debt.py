"""Debts: what a player owes, what own assets can pay, and paying.

Provisional bankruptcy (JMA/BANKR-1) is a matter of figures here: a debt that cash, buildings at half cost and mortgage
values cannot cover.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from rulesets.classic.game import fields as classic_fields
from rulesets.classic.game import steps
from rulesets.classic.game.draft import Draft, View
from rulesets.classic.game.pending import Debt, Payment, PayOrDraw, Place, Purchase, is_fee
from rulesets.classic.game.state import OpenRent, State
from rulesets.classic.game.table import EACH
from rulesets.classic.property import rent_claim, win
from rulesets.classic.property.rent import amount as rent_amount
from rulesets.classic.turns import jail, parking
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.track.ledger import Ask, Pay, in_hand, paying
from rulesets.kernel.track.order import active
from rulesets.kernel.track.table import BANK


def debts(view: View, player: int) -> list[Debt]:
    """A player's unpaid debts, oldest first."""
    return [entry for entry in view.pending if type(entry) is Debt and entry.player == player]


def assets(view: View, player: int, kept: Collection[int] = ()) -> int:
    """What a player can pay without dealing with others: cash, buildings at half cost, mortgage values
    (JMA/BANKR-1).  ``kept``: deeds to count nothing of.

    Clauses: CLASSIC-JA/BANKR-1, BANKR-9 and the same of US; WIKI/DEBT-2.
    """
    total = view.players[player].cash
    for holding, deed in zip(view.holdings, view.table.edition.deeds, strict=True):
        if holding.owner == player and deed.number not in kept:
            if holding.level:
                total += steps.resale(view, deed.number)
            if not holding.mortgaged:
                total += deed.mortgage
    return total


class Ahead(NamedTuple):
    """The rent of the space that a failed third jail throw leads to."""

    owner: int
    deed: int
    amount: int


def ahead(view: View, debt: Debt) -> Ahead | None:
    """Return what waits behind a jail fee, as far as it is known: the rent of the space to be reached (JMA/BANKR-8).

    None if rent must first be asked for.
    """
    if debt.dice is None or not is_fee(debt) or view.table.figures.claims_until:
        return None
    edition = view.table.edition
    steps = sum(debt.dice)
    deed = edition.spaces[(edition.jail + steps) % len(edition.spaces)].deed
    if deed < 0:
        return None
    holding = view.holdings[deed]
    if holding.owner in (BANK, debt.player) or holding.mortgaged:
        return None
    return Ahead(holding.owner, deed, rent_amount(view, deed, steps))


def settles_fee(view: View, player: int) -> bool:
    """Whether a player has a release card that settles the fee after the last failed throw (JMA/JAIL-7)."""
    return view.table.figures.card_for_fee and bool(view.players[player].cards)


def burden(view: View, player: int) -> int:
    """Return all that a player must be able to pay: the debts, and the rent behind a jail fee.

    A release card in hand settles the fee if the rules allow it (JMA/BANKR-9, reading 8).
    """
    total = 0
    by_card = settles_fee(view, player)
    for entry in debts(view, player):
        behind = ahead(view, entry)
        total += behind.amount if behind else 0
        if not (by_card and is_fee(entry)):
            total += entry.amount
    return total


def provisional(view: View, player: int) -> bool:
    """Whether own assets cannot pay what is owed: provisional bankruptcy (JMA/BANKR-1)."""
    return burden(view, player) > assets(view, player)


def missing(view: View, player: int) -> int:
    """Return how much cash a player lacks for the debts that are due now, 0 if the cash covers them.

    The rent behind a jail fee counts only if fee and rent together are beyond the player's assets (JMA/BANKR-8).

    Clauses: JMA/DEBT-1.
    """
    owed = debts(view, player)
    if not owed:
        return 0
    need = burden(view, player) if provisional(view, player) else sum(entry.amount for entry in owed)
    return max(0, need - view.players[player].cash)


def creditors(view: View, player: int) -> set[int]:
    """Return the players to whom a player owes something, including the owner of the space behind a jail fee.

    The pay-each card makes nobody a creditor: it counts as the bank (JMA/BANKR-7).
    """
    found = set()
    for entry in debts(view, player):
        found.add(entry.to)
        if behind := ahead(view, entry):
            found.add(behind.owner)
    return found - {BANK, EACH}


def own_need(view: View, player: int) -> int:
    """Return the cash that a player lacks for debts, a win at auction or a purchase, 0 if nothing is lacking."""
    lacking = missing(view, player)
    if lacking:
        return lacking
    cash = view.players[player].cash
    for entry in view.pending:
        if type(entry) is Payment and entry.player == player:
            return max(0, win.price(view, entry) - cash)
        if type(entry) is Purchase and entry.player == player:
            return max(0, view.table.edition.deeds[entry.deed].price - cash)
    return 0


PAY = paying(classic_fields.party)


def to_be_paid(view: View, report: Pay) -> Debt | Payment | PayOrDraw | OpenRent | None:
    """Return what a payment settles: the oldest debt that it fits, a purchase won at auction or a fine that may be
    paid, else a rent not asked for; or None.
    """
    player, to, deed = report
    for entry in view.pending:
        if type(entry) is Debt:
            if report.fits(entry):
                return entry
        elif (
            type(entry) is Payment and entry.player == player and to in (None, BANK) and deed in (None, entry.deed)
        ) or (type(entry) is PayOrDraw and entry.player == player and to in (None, BANK) and deed is None):
            return entry
    for rent in rent_claim.open_rents(view):
        if report.fits(rent):
            return rent
    return None


def payable(state: State, report: Pay) -> list[Refusal] | None:
    """There is something to pay, and the cash is in hand."""
    entry = to_be_paid(state, report)
    if entry is None:
        return [refuse("nothing_to_pay", player=state.table.seats[report.player])]
    return in_hand(state, report.player, win.price(state, entry) if type(entry) is Payment else entry.amount)


def card_before_cash(state: State, report: Pay) -> list[Refusal] | None:
    """If own assets cannot pay fee and rent together, a release card settles the fee, not cash (JMA/BANKR-9)."""
    if not state.players[report.player].cards:
        return None
    entry = to_be_paid(state, report)
    if type(entry) is not Debt:
        return None
    behind = ahead(state, entry)
    if behind is None or assets(state, report.player) - entry.amount >= behind.amount:
        return None
    seats = state.table.seats
    return [refuse("fee_by_card_first", player=seats[report.player], amount=entry.amount, rent=behind.amount)]


def pay(draft: Draft, report: Pay) -> None:
    """Pay what is owed in cash; a jail fee lets the player out, by the throw that failed."""
    entry = to_be_paid(draft, report)
    assert entry is not None
    if type(entry) is Debt:
        settle(draft, entry)
    elif type(entry) is Payment:
        pay_for_win(draft, entry)
    elif type(entry) is PayOrDraw:
        pay_fine(draft, entry)
    elif type(entry) is OpenRent:
        rent_claim.claim(draft, Ask(entry.to, entry.player, entry.deed))
        settle(draft, Debt(entry.player, entry.to, entry.amount, "rent", entry.deed))


def pay_for_win(draft: Draft, entry: Payment) -> None:
    """Pay for what was won at auction: the deed changes hands, or a lot is to be named for the piece."""
    table = draft.table
    draft.pay(entry.player, BANK, entry.amount)
    seat = table.seats[entry.player]
    if entry.piece:
        draft.replace(entry, Place(entry.player, entry.piece, entry.amount, entry.direct, entry.final))
        draft.event("piece_bought", player=seat, piece=entry.piece, amount=entry.amount)
    else:
        draft.remove(entry)
        draft.hand_over(entry.deed, entry.player)
        draft.event("bought", player=seat, deed=table.deed_key(entry.deed), amount=entry.amount)


def pay_fine(draft: Draft, entry: PayOrDraw) -> None:
    """Pay the fine; no card is drawn."""
    draft.remove(entry)
    draft.pay(entry.player, BANK, entry.amount)
    seat = draft.table.seats[entry.player]
    draft.event("paid", player=seat, to="bank", amount=entry.amount, cause="card")
    parking.fill(draft, "card", entry.amount)


def settle(draft: Draft, entry: Debt) -> None:
    """Pay a debt in cash and remove it."""
    table = draft.table
    payer = entry.player
    if entry.to == EACH:
        draft.remove(entry)
        others = [seat for seat in active(draft) if seat != payer]
        share = entry.amount // len(others)
        for other in others:
            draft.pay(payer, other, share)
            draft.event("paid", player=table.seats[payer], to=table.seats[other], amount=share, cause=entry.cause)
    else:
        draft.settle(entry)
        if entry.to == BANK:
            parking.fill(draft, entry.cause, entry.amount)
    if is_fee(entry):
        jail.leave_by(draft, payer, entry.dice, "fee")
