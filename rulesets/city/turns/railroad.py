"""Railroads: built free of charge with the sign, and used in the turn of landing (CITY/RAIL)."""

from __future__ import annotations

from typing import NamedTuple

from rulesets.city.game.draft import Draft
from rulesets.city.game.order import go_on, waits
from rulesets.city.game.state import RAILROAD, State
from rulesets.city.property import unit
from rulesets.city.turns import landing, movement
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import Field, Form
from rulesets.kernel.track import fields
from rulesets.kernel.track.fields import OnDeed, on_deed


class Ride(NamedTuple):
    """A ride from a district with a railroad to another one (``to``)."""

    player: int
    to: int


BUILD_RAILROAD = on_deed("build_railroad")
RIDE = Form("ride", Ride, Field("player", fields.seat), Field("to", fields.deed))


def sign_shown(state: State, report: OnDeed) -> list[Refusal] | None:
    """The player's button showed the railroad sign, which is for one railroad (CITY/RAIL-1, BUILD-3)."""
    step = state.step
    if step is None or step.player != report.player:
        return None
    seat = state.table.seats[report.player]
    if step.result != RAILROAD:
        return [refuse("no_railroad_sign", player=seat)]
    return None if step.left else [refuse("one_railroad_for_a_sign", player=seat)]


def build_railroad(draft: Draft, report: OnDeed) -> None:
    """Build a railroad free in any district, outside the blocks; warn if it is a second one (RAIL-1, RAIL-2)."""
    district = draft.districts[report.deed]
    key = draft.table.deed_key(report.deed)
    if district.railroads:
        draft.warn("railroad_there_already", deed=key)
    draft.set_district(report.deed, district._replace(railroads=district.railroads + 1))
    unit.use(draft, 1)
    draft.event("railroad_built", player=draft.table.seats[report.player], deed=key)


def may_ride(state: State, report: Ride) -> list[Refusal] | None:
    """From the district landed on in this throw to another one with a railroad, once (CITY/LAND-5, RAIL-5, RAIL-6)."""
    table = state.table
    seat = table.seats[report.player]
    step = state.step
    if step is None or step.player != report.player or not step.landed:
        return [refuse("ride_out_of_turn", player=seat)]
    found = []
    here = table.edition.spaces[state.players[report.player].space].deed
    if here < 0 or not state.districts[here].railroads:
        found.append(refuse("no_railroad_here", player=seat))
    if step.ridden:
        found.append(refuse("one_ride_a_throw", player=seat))
    if here == report.to:
        found.append(refuse("ride_to_same", player=seat, deed=table.deed_key(report.to)))
    elif not state.districts[report.to].railroads:
        found.append(refuse("no_railroad_there", player=seat, deed=table.deed_key(report.to)))
    return found or None


def settled_first(state: State, report: Ride) -> list[Refusal] | None:
    """Before the ride, the rent here is paid or dodged, and an unowned district bought or auctioned (CITY/RAIL-8)."""
    found = waits(state)
    owing = [refusal for refusal in found if refusal.code == "rent_first"]
    return ([refuse("rent_before_ride", **owing[0].facts)] if owing else []) + found or None


def ride(draft: Draft, report: Ride) -> None:
    """Ride in the direction of play, with the income for passing GO, and land on the other district.

    Clauses: LAND-5, RAIL-3, RAIL-4, RAIL-5.
    """
    go_on(draft, report.player)
    if draft.step is not None:
        draft.step = draft.step._replace(ridden=True)
    deed = draft.table.edition.deeds[report.to]
    draft.event("rode", player=draft.table.seats[report.player], deed=deed.key)
    movement.forward_to(draft, report.player, deed.space)
    landing.land(draft, report.player)
