"""Rent: what a deed charges (asking for it: `rent_claim`)."""

from __future__ import annotations

from typing import Any

from rulesets.classic.game.draft import View
from rulesets.kernel.track.table import BANK


def owned_of_group(view: View, deed: int) -> int:
    """Return how many deeds of its group the owner of ``deed`` has, including mortgaged ones (JMA/RENT-6).

    Clauses: CLASSIC-JA/RENT-5, CLASSIC-JA/MORT-5, CLASSIC-JA/MORT-8, US/RENT-5, US/MORT-5, US/MORT-8, WIKI/MORT-4,
    WIKI/MORT-5, WIKI/BUILD-1.
    """
    holdings = view.holdings
    owner = holdings[deed].owner
    return [holdings[sibling].owner for sibling in view.table.edition.deeds[deed].siblings].count(owner)


def amount(view: View, deed: int, dice: int, times: int = 1) -> int:
    """Return the rent of an owned, unmortgaged deed in whole dollars.

    Streets by level, an unbuilt lot of a whole group double (RENT-2); railroads by the number owned; utilities by the
    sum of the ``dice`` that brought the player there (RENT-5).  ``times``: a card's factor on a railroad's rent.

    Clauses: JMA/LAND-3, CLASSIC-JA/RENT-1, CLASSIC-JA/RENT-4, CLASSIC-JA/RENT-6, CLASSIC-JA/HOUSE-5, US/RENT-1,
    US/RENT-4, US/RENT-6, US/HOUSE-5, US/SHORT-7, WIKI/RENT-3, WIKI/RENT-4, WIKI/RENT-5, WIKI/RENT-6, WIKI/BUILD-2.
    """
    facts = view.table.edition.deeds[deed]
    kind, rents = facts.kind, facts.rents
    if kind == "street":
        level = view.holdings[deed].level
        if level:
            return rents[level]
        return rents[0] * (2 if owned_of_group(view, deed) == len(facts.siblings) else 1)
    rent = rents[owned_of_group(view, deed) - 1]
    return rent * dice if kind == "utility" else rent * times


def charges(state: View) -> dict[str, dict[str, Any]]:
    """Return what every owned, unmortgaged deed would charge now, by its key: ``amount`` in whole dollars, or ``times``
    the sum of the dice; the other is 0.
    """
    edition = state.table.edition
    found = {}
    for deed, facts in enumerate(edition.deeds):
        if state.holdings[deed].owner != BANK and not state.holdings[deed].mortgaged:
            rent, by_throw = amount(state, deed, 1), facts.kind == "utility"
            found[facts.key] = {"amount": 0 if by_throw else rent, "times": rent if by_throw else 0}
    return found
