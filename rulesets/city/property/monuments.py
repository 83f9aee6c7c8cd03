"""Stadiums, skyscrapers and the Monopoly Tower: their requirements and prices (CITY/STADIUM, CITY/SKY, CITY/TOWER).

They need no button and do not count towards a district's eight blocks; for their effect on income see `movement`, on
rents `rent`.
"""

from __future__ import annotations

from typing import Any

from rulesets.city.game.draft import Draft, View
from rulesets.city.game.state import State
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.track.fields import OnDeed, on_deed
from rulesets.kernel.track.ledger import in_hand
from rulesets.kernel.track.table import BANK

BUILD_STADIUM = on_deed("build_stadium")
BUILD_SKYSCRAPER = on_deed("build_skyscraper")
BUILD_TOWER = on_deed("build_tower")


def facts_of(view: View, report: OnDeed) -> dict[str, Any]:
    """The player and district of a report."""
    return {"player": view.table.seats[report.player], "deed": view.table.deed_key(report.deed)}


def standing(view: View, report: OnDeed, piece: str) -> str | None:
    """The first district of the report's colour group that has such a piece."""
    siblings = view.table.edition.deeds[report.deed].siblings
    found = (view.table.deed_key(deed) for deed in siblings if getattr(view.districts[deed], piece))
    return next(found, None)


def buy_piece(draft: Draft, report: OnDeed, piece: str, amount: int) -> None:
    """Pay the bank for a piece and put it on the district."""
    draft.pay(report.player, BANK, amount)
    draft.take_piece(report.deed, piece)
    draft.event(f"{piece}_built", **facts_of(draft, report), amount=amount)


# -- stadiums


def stadium_allowed(state: State, report: OnDeed) -> list[Refusal] | None:
    """One of the two is left, none is in the group, and the player owns two districts of the colour (CITY/STADIUM-4,
    STADIUM-5, STADIUM-7).
    """
    figures = state.table.figures
    facts = facts_of(state, report)
    found = []
    if not state.stadiums:
        found.append(refuse("no_stadium_left", **facts, number=figures.stadiums))
    siblings = state.table.edition.deeds[report.deed].siblings
    own = sum(state.districts[deed].owner == report.player for deed in siblings)
    if own < figures.stadium_needs:
        found.append(refuse("stadium_needs_two" if own else "stadium_without_colour", **facts, owned=own))
    if other := standing(state, report, "stadium"):
        found.append(refuse("stadium_in_group", **facts, other=other))
    return found or None


def stadium_affordable(state: State, report: OnDeed) -> list[Refusal] | None:
    """The player has the price in cash."""
    return in_hand(state, report.player, state.table.figures.stadium_price)


def build_stadium(draft: Draft, report: OnDeed) -> None:
    """Pay 2M to the bank; the stadium does not count towards the eight blocks (STADIUM-1, STADIUM-2)."""
    buy_piece(draft, report, "stadium", draft.table.figures.stadium_price)


# -- skyscrapers


def lacking(view: View, player: int, group: tuple[int, ...]) -> list[str]:
    """The districts of a group that a player does not own; mortgaged ones count as owned."""
    return [view.table.deed_key(deed) for deed in group if view.districts[deed].owner != player]


def skyscraper_allowed(state: State, report: OnDeed) -> list[Refusal] | None:
    """The player owns all districts of the colour, and it has no skyscraper yet (CITY/SKY-4, SKY-5)."""
    facts = facts_of(state, report)
    found = []
    if missing := lacking(state, report.player, state.table.edition.deeds[report.deed].siblings):
        found.append(refuse("skyscraper_needs_group", **facts, lacking=missing))
    if other := standing(state, report, "skyscraper"):
        found.append(refuse("skyscraper_in_group", **facts, other=other))
    return found or None


def skyscraper_affordable(state: State, report: OnDeed) -> list[Refusal] | None:
    """The player has the price on the card in cash."""
    return in_hand(state, report.player, state.table.edition.deeds[report.deed].skyscraper)


def build_skyscraper(draft: Draft, report: OnDeed) -> None:
    """Pay the price at the bottom of that district's card to the bank (SKY-1, SKY-3)."""
    buy_piece(draft, report, "skyscraper", draft.table.edition.deeds[report.deed].skyscraper)


# -- the tower


def whole_groups(view: View, player: int) -> list[str]:
    """The colour groups of which a player owns every district."""
    return [group for group, deeds in view.table.edition.groups.items() if not lacking(view, player, deeds)]


def tower_allowed(state: State, report: OnDeed) -> list[Refusal] | None:
    """The only tower is left, the player owns two whole groups, and the district is in one of them (CITY/TOWER-2)."""
    table = state.table
    facts = facts_of(state, report)
    found = []
    if not state.towers:
        other = next(table.deed_key(deed) for deed, district in enumerate(state.districts) if district.tower)
        found.append(refuse("tower_stands", **facts, other=other))
    groups = whole_groups(state, report.player)
    if len(groups) < table.figures.tower_needs:
        code = "tower_needs_two_groups" if groups else "tower_without_groups"
        found.append(refuse(code, **facts, owned=len(groups)))
    elif table.edition.deeds[report.deed].group not in groups:
        found.append(refuse("tower_outside_groups", **facts))
    return found or None


def tower_affordable(state: State, report: OnDeed) -> list[Refusal] | None:
    """The player has the price in cash."""
    return in_hand(state, report.player, state.table.figures.tower_price)


def build_tower(draft: Draft, report: OnDeed) -> None:
    """Pay 7M to the bank (TOWER-1)."""
    buy_piece(draft, report, "tower", draft.table.figures.tower_price)
