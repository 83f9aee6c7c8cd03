"""Rent that needs no asking (JMA/RENT-3): asking changes nothing."""

from __future__ import annotations

from rulesets.classic.draft import Draft, View
from rulesets.classic.pending import Debt
from rulesets.classic.rent_claim import ClaimRent
from rulesets.classic.state import State
from rulesets.kernel.refusal import Refusal, refuse


def unpaid(view: View, report: ClaimRent) -> Debt | None:
    """The oldest unpaid rent that the report asks for."""
    for entry in view.pending:
        if (
            type(entry) is Debt
            and entry.cause == "rent"
            and entry.player == report.payer
            and entry.to == report.player
            and report.deed in (None, entry.deed)
        ):
            return entry
    return None


def something_to_claim(state: State, report: ClaimRent) -> list[Refusal] | None:
    """A rent is asked for only where one is unpaid."""
    if unpaid(state, report) is not None:
        return None
    table = state.table
    return [refuse("no_rent_open", player=table.seats[report.player], payer=table.seats[report.payer])]


def claim(draft: Draft, report: ClaimRent) -> None:
    """Asking changes nothing where rent needs no asking (JMA/RENT-3, RENT-4)."""
    debt = unpaid(draft, report)
    assert debt is not None
    table = draft.table
    facts = {"deed": table.deed_key(debt.deed)} if debt.deed >= 0 else {}
    seats = table.seats
    draft.event("rent_claimed", player=seats[report.player], payer=seats[report.payer], amount=debt.amount, **facts)
