"""Skyscrapers: for a whole colour group, one each, doubling its rents at once (CITY/SKY)."""

from __future__ import annotations

from rulesets.city.draft import Draft, View
from rulesets.city.state import State
from rulesets.kernel.fields import OnDeed, on_deed
from rulesets.kernel.ledger import in_hand
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.table import BANK

BUILD_SKYSCRAPER = on_deed("build_skyscraper")


def lacking(view: View, player: int, group: tuple[int, ...]) -> list[str]:
    """The districts of a group that a player does not own; mortgaged ones are owned."""
    return [view.table.deed_key(deed) for deed in group if view.districts[deed].owner != player]


def allowed(state: State, report: OnDeed) -> list[Refusal] | None:
    """All districts of the colour, and none stands there yet (CITY/SKY-4, SKY-5)."""
    table = state.table
    siblings = table.edition.deeds[report.deed].siblings
    facts = {"player": table.seats[report.player], "deed": table.deed_key(report.deed)}
    found = []
    if missing := lacking(state, report.player, siblings):
        found.append(refuse("skyscraper_needs_group", **facts, lacking=missing))
    standing = [deed for deed in siblings if state.districts[deed].skyscraper]
    if standing:
        found.append(refuse("skyscraper_in_group", **facts, other=table.deed_key(standing[0])))
    return found or None


def affordable(state: State, report: OnDeed) -> list[Refusal] | None:
    """The price of the card is in hand when it is paid."""
    return in_hand(state, report.player, state.table.edition.deeds[report.deed].skyscraper)


def build(draft: Draft, report: OnDeed) -> None:
    """The price at the bottom of that district's card to the bank (SKY-1, SKY-3)."""
    amount = draft.table.edition.deeds[report.deed].skyscraper
    draft.pay(report.player, BANK, amount)
    draft.take_piece(report.deed, "skyscraper")
    facts = {"player": draft.table.seats[report.player], "deed": draft.table.deed_key(report.deed)}
    draft.event("skyscraper_built", **facts, amount=amount)
