"""Stadiums: two in the game, one a group, 1M more for each GO (CITY/STADIUM)."""

from __future__ import annotations

from rulesets.city.draft import Draft
from rulesets.city.state import State
from rulesets.kernel.fields import OnDeed, on_deed
from rulesets.kernel.ledger import in_hand
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.table import BANK

BUILD_STADIUM = on_deed("build_stadium")


def allowed(state: State, report: OnDeed) -> list[Refusal] | None:
    """One of the two, one a group, with two own districts of the colour (CITY/STADIUM-4, STADIUM-5, STADIUM-7)."""
    table = state.table
    siblings = table.edition.deeds[report.deed].siblings
    facts = {"player": table.seats[report.player], "deed": table.deed_key(report.deed)}
    found = []
    if not state.stadiums:
        found.append(refuse("no_stadium_left", **facts, number=table.figures.stadiums))
    own = [table.deed_key(deed) for deed in siblings if state.districts[deed].owner == report.player]
    if len(own) < table.figures.stadium_needs:
        found.append(refuse("stadium_needs_two" if own else "stadium_without_colour", **facts, owned=len(own)))
    standing = [deed for deed in siblings if state.districts[deed].stadium]
    if standing:
        found.append(refuse("stadium_in_group", **facts, other=table.deed_key(standing[0])))
    return found or None


def affordable(state: State, report: OnDeed) -> list[Refusal] | None:
    """The price is in hand when it is paid."""
    return in_hand(state, report.player, state.table.figures.stadium_price)


def build(draft: Draft, report: OnDeed) -> None:
    """2M to the bank; it needs no button and takes no room of the eight blocks (STADIUM-1, STADIUM-2)."""
    amount = draft.table.figures.stadium_price
    draft.pay(report.player, BANK, amount)
    draft.take_piece(report.deed, "stadium")
    facts = {"player": draft.table.seats[report.player], "deed": draft.table.deed_key(report.deed)}
    draft.event("stadium_built", **facts, amount=amount)
