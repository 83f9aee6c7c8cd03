"""The Monopoly Tower: for two whole colour groups, one in the game (CITY/TOWER)."""

from __future__ import annotations

from rulesets.city.draft import Draft, View
from rulesets.city.skyscraper import lacking
from rulesets.city.state import State
from rulesets.kernel.fields import OnDeed, on_deed
from rulesets.kernel.ledger import in_hand
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.table import BANK

BUILD_TOWER = on_deed("build_tower")


def whole_groups(view: View, player: int) -> list[str]:
    """The colour groups that a player owns whole."""
    return [group for group, deeds in view.table.edition.groups.items() if not lacking(view, player, deeds)]


def allowed(state: State, report: OnDeed) -> list[Refusal] | None:
    """The only one, with two whole groups, on a district of a whole group (CITY/TOWER-2)."""
    table = state.table
    facts = {"player": table.seats[report.player], "deed": table.deed_key(report.deed)}
    found = []
    if not state.towers:
        standing = [table.deed_key(deed) for deed, district in enumerate(state.districts) if district.tower]
        found.append(refuse("tower_stands", **facts, other=standing[0]))
    groups = whole_groups(state, report.player)
    if len(groups) < table.figures.tower_needs:
        code = "tower_needs_two_groups" if groups else "tower_without_groups"
        found.append(refuse(code, **facts, owned=len(groups)))
    elif table.edition.deeds[report.deed].group not in groups:
        found.append(refuse("tower_outside_groups", **facts))
    return found or None


def affordable(state: State, report: OnDeed) -> list[Refusal] | None:
    """The price is in hand when it is paid."""
    return in_hand(state, report.player, state.table.figures.tower_price)


def build(draft: Draft, report: OnDeed) -> None:
    """7M to the bank (TOWER-1)."""
    amount = draft.table.figures.tower_price
    draft.pay(report.player, BANK, amount)
    draft.take_piece(report.deed, "tower")
    facts = {"player": draft.table.seats[report.player], "deed": draft.table.deed_key(report.deed)}
    draft.event("tower_built", **facts, amount=amount)
