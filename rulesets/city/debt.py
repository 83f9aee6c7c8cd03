"""Debts: what a player owes, what own districts can raise, and paying (CITY/LAND-3, RENT-7, BANKR-1)."""

from __future__ import annotations

from typing import NamedTuple

from rulesets.city import fields, jail, landing, rent
from rulesets.city.draft import Draft, View
from rulesets.city.pending import JAIL_FEE, Debt
from rulesets.city.state import State
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import Field, Form


def debts(view: View, player: int) -> list[Debt]:
    """A player's unpaid debts, oldest first."""
    return [entry for entry in view.pending if isinstance(entry, Debt) and entry.player == player]


def owed(view: View, player: int) -> int:
    """All that a player owes, in K."""
    return sum(entry.amount for entry in debts(view, player))


def capacity(view: View, player: int) -> int:
    """What a player can raise without others, in K: cash, and the present rent of unmortgaged districts (BANKR-1)."""
    rents = (rent.amount(view, deed) for deed, district in enumerate(view.districts) if district.owner == player)
    return view.players[player].cash + sum(rents)


class Pay(NamedTuple):
    """A debt is paid."""

    player: int
    to: int | None
    deed: int | None


PAY = Form(
    "pay",
    Pay,
    Field("player", fields.seat),
    Field("to", fields.party, required=False),
    Field("deed", fields.deed, required=False),
)


def to_be_paid(view: View, report: Pay) -> Debt | None:
    """The oldest debt that a payment fits."""
    for entry in debts(view, report.player):
        if report.to in (None, entry.to) and report.deed in (None, entry.deed):
            return entry
    return None


def payable(state: State, report: Pay) -> list[Refusal] | None:
    """There is something to pay, in full, and the cash is in hand (CITY/RENT-7)."""
    entry = to_be_paid(state, report)
    seat = state.table.seats[report.player]
    if entry is None:
        return [refuse("nothing_to_pay", player=seat)]
    found = landing.in_hand(state, report.player, entry.amount)
    if found and entry.deed >= 0:
        cash = state.players[report.player].cash
        facts = {"to": state.table.party(entry.to), "amount": entry.amount, "cash": cash}
        return [refuse("rent_by_mortgage", player=seat, **facts, missing=entry.amount - cash), *found]
    return found


def pay(draft: Draft, report: Pay) -> None:
    """Cash settles the debt; the 500K after the third failed throw let the player out (LAND-7, JAIL-10)."""
    entry = to_be_paid(draft, report)
    assert entry is not None
    settle(draft, entry)
    if entry.cause == JAIL_FEE and not draft.time_up:
        jail.set_free(draft, entry.player, "fee")


def settle(draft: Draft, entry: Debt) -> None:
    """A debt is paid in cash and struck out."""
    table = draft.table
    facts = {"deed": table.deed_key(entry.deed)} if entry.deed >= 0 else {}
    draft.remove(entry)
    draft.pay(entry.player, entry.to, entry.amount)
    draft.event(
        "paid",
        player=table.seats[entry.player],
        to=table.party(entry.to),
        amount=entry.amount,
        cause=entry.cause,
        **facts,
    )
