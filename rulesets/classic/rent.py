"""Rent: what a deed charges, and asking for it."""

from __future__ import annotations

from typing import NamedTuple

from rulesets.classic import fields
from rulesets.classic.draft import Draft, View
from rulesets.classic.pending import Debt
from rulesets.classic.state import State
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import Field, Form


def owned_of_group(view: View, deed: int) -> int:
    """How many deeds of the group the owner of ``deed`` has, mortgaged ones counted (JMA/RENT-6)."""
    holdings = view.holdings
    owner = holdings[deed].owner
    return sum(holdings[sibling].owner == owner for sibling in view.table.edition.deeds[deed].siblings)


def amount(view: View, deed: int, dice: int, *, times: int = 1) -> int:
    """The rent of an owned, unmortgaged deed in whole dollars.

    Streets by level, a bare lot of a whole group double (RENT-2); railroads by their number; utilities by the sum
    of the ``dice`` that brought the player there (RENT-5).  ``times``: what a card multiplies a railroad's rent
    with.

    Clauses: JMA/LAND-3.
    """
    facts = view.table.edition.deeds[deed]
    if facts.kind == "street":
        level = view.holdings[deed].level
        if level:
            return facts.rents[level]
        return facts.rents[0] * (2 if owned_of_group(view, deed) == len(facts.siblings) else 1)
    rent = facts.rents[owned_of_group(view, deed) - 1]
    return rent * dice if facts.kind == "utility" else rent * times


class ClaimRent(NamedTuple):
    """The owner asks for a rent."""

    player: int
    payer: int
    deed: int | None


CLAIM = Form(
    "claim_rent",
    ClaimRent,
    Field("player", fields.seat),
    Field("from", fields.seat),
    Field("deed", fields.deed, required=False),
)


def open_rent(view: View, report: ClaimRent) -> Debt | None:
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
    """A rent is asked for only where one is open."""
    if open_rent(state, report) is not None:
        return None
    table = state.table
    return [refuse("no_rent_open", player=table.seats[report.player], payer=table.seats[report.payer])]


def claim(draft: Draft, report: ClaimRent) -> None:
    """Asking changes nothing where rent needs no asking (JMA/RENT-3, RENT-4)."""
    debt = open_rent(draft, report)
    assert debt is not None
    table = draft.table
    facts = {"deed": table.deed_key(debt.deed)} if debt.deed >= 0 else {}
    seats = table.seats
    draft.event("rent_claimed", player=seats[report.player], payer=seats[report.payer], amount=debt.amount, **facts)
