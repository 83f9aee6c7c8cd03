"""Debts: what a player owes, what the player's districts can raise, and paying (CITY/LAND-3, RENT-7, BANKR-1)."""

from __future__ import annotations

from rulesets.city.game.draft import Draft, View
from rulesets.city.game.pending import JAIL_FEE
from rulesets.city.game.state import State
from rulesets.city.property import rent
from rulesets.city.turns import jail
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.track.ledger import Debt, Pay, debts, in_hand


def capacity(view: View, player: int) -> int:
    """What a player can raise without others, in K: cash and the present rent of unmortgaged districts (BANKR-1)."""
    rents = (rent.amount(view, deed) for deed, district in enumerate(view.districts) if district.owner == player)
    return view.players[player].cash + sum(rents)


def to_be_paid(view: View, report: Pay) -> Debt | None:
    """The oldest debt that a payment matches."""
    return next(filter(report.fits, debts(view, report.player)), None)


def payable(state: State, report: Pay) -> list[Refusal] | None:
    """There is a debt to pay, in full, and the cash is in hand (CITY/RENT-7)."""
    entry = to_be_paid(state, report)
    seat = state.table.seats[report.player]
    if entry is None:
        return [refuse("nothing_to_pay", player=seat)]
    found = in_hand(state, report.player, entry.amount)
    if found and entry.deed >= 0:
        cash = state.players[report.player].cash
        facts = {"to": state.table.party(entry.to), "amount": entry.amount, "cash": cash}
        return [refuse("rent_by_mortgage", player=seat, **facts, missing=entry.amount - cash), *found]
    return found


def pay(draft: Draft, report: Pay) -> None:
    """Settle the debt in cash; the 500K after the third failed throw let the player out of jail (LAND-7, JAIL-10)."""
    entry = to_be_paid(draft, report)
    assert entry is not None
    draft.settle(entry)
    if entry.cause == JAIL_FEE and not draft.time_up:
        jail.set_free(draft, entry.player, "fee")
