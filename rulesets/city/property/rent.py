"""Rent: counted blocks, the figure on the card, doubling (CITY/RENT); it is owed whether or not anybody claims it."""

from __future__ import annotations

from typing import Any

from rulesets.city.game.draft import Draft, View
from rulesets.city.game.pending import RENT
from rulesets.city.game.state import District, State
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.track.ledger import Ask, Debt, asking
from rulesets.kernel.track.table import BANK


def counted(district: District) -> int:
    """The number of blocks that count: by size, not by piece; on a district with a hazard only the industrial ones.

    Clauses: OVER-6, OVER-7, RES-2, IND-2, RENT-2, RENT-4, HAZARD-2, HAZARD-6.
    """
    return sum(district.industrial) + (0 if district.hazards else sum(district.residential))


def factor(view: View, deed: int) -> int:
    """The rent factor: double with a skyscraper in the colour group or a tower of the same owner, and never more.

    Clauses: OVER-10, OVER-11, SKY-2, SKY-6, TOWER-3, RENT-5, RENT-6.
    """
    districts = view.districts
    owner = districts[deed].owner
    in_group = any(districts[sibling].skyscraper for sibling in view.table.edition.deeds[deed].siblings)
    towered = owner != BANK and any(district.tower and district.owner == owner for district in districts)
    return view.table.figures.rent_factor if in_group or towered else 1


def value(view: View, deed: int) -> int:
    """The present rent in K, mortgaged or not: the figure on the card for the counted blocks, or the land rent if there
    are none, times the factor.  A stadium has no effect.

    Clauses: OVER-5, OVER-9, RENT-1, RENT-3, RENT-8, STADIUM-8, META-1, MORT-2.
    """
    card = view.table.edition.deeds[deed]
    number = min(counted(view.districts[deed]), len(card.rents))
    return (card.rents[number - 1] if number else card.land_rent) * factor(view, deed)


def amount(view: View, deed: int) -> int:
    """The rent that another player owes on landing there, in K; nothing while it is mortgaged (LAND-3, MORT-5)."""
    return 0 if view.districts[deed].mortgaged else value(view, deed)


def charges(view: View) -> dict[str, dict[str, Any]]:
    """What each owned, unmortgaged district would charge now, by key: ``amount`` in K; ``times`` is always 0 here."""
    owned = [deed for deed, district in enumerate(view.districts) if district.owner != BANK and not district.mortgaged]
    return {view.table.edition.deeds[deed].key: {"amount": amount(view, deed), "times": 0} for deed in owned}


CLAIM = asking("claim_rent")


def owed_to(view: View, player: int) -> list[Debt]:
    """The unpaid rents owed to a player, oldest first."""
    return [entry for entry in view.pending if isinstance(entry, Debt) and entry.cause == RENT and entry.to == player]


def asked_for(view: View, report: Ask) -> Debt | None:
    """The oldest unpaid rent that matches a claim."""
    return next(filter(report.fits, owed_to(view, report.player)), None)


def something_to_claim(state: State, report: Ask) -> list[Refusal] | None:
    """Rent can only be claimed where some is unpaid."""
    if asked_for(state, report) is not None:
        return None
    seats = state.table.seats
    return [refuse("no_rent_open", player=seats[report.player], payer=seats[report.payer])]


def claim(draft: Draft, report: Ask) -> None:
    """Note the claim; it changes nothing, since the debt arose on landing (LAND-3)."""
    entry = asked_for(draft, report)
    assert entry is not None
    draft.event("rent_claimed", **report.facts(draft.table, entry))
