"""Removing a hazard from one's own district (CITY/HAZARD-4)."""

from __future__ import annotations

from typing import NamedTuple

from rulesets.city.game import pieces
from rulesets.city.game.draft import Draft
from rulesets.city.game.state import State
from rulesets.city.game.table import Figures
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import Field, Form, shown, text
from rulesets.kernel.track import fields
from rulesets.kernel.track.ledger import in_hand
from rulesets.kernel.track.table import BANK


class RemoveHazard(NamedTuple):
    """A hazard goes back to the bank."""

    player: int
    deed: int
    piece: str


REMOVE = Form(
    "remove_hazard", RemoveHazard, Field("player", fields.seat), Field("deed", fields.deed), Field("piece", text(40))
)


def cost(figures: Figures, hazard: str) -> int:
    """The price of removing a hazard, in K: 500K for each of its blocks, in full (HAZARD-1, HAZARD-4, HAZARD-5)."""
    return figures.removal * pieces.size(hazard)


def removable(state: State, report: RemoveHazard) -> list[Refusal] | None:
    """The hazard stands on one of the player's districts (CITY/HAZARD-1, HAZARD-4)."""
    table = state.table
    district = state.districts[report.deed]
    if not pieces.is_hazard(report.piece):
        return [refuse("no_such_hazard", value=shown(report.piece), known=list(pieces.HAZARDS))]
    facts = {"player": table.seats[report.player], "deed": table.deed_key(report.deed), "piece": report.piece}
    found = [] if district.owner == report.player else [refuse("hazard_of_another", **facts)]
    if report.piece not in district.pieces:
        return [*found, refuse("hazard_not_there", **facts)]
    return found + (in_hand(state, report.player, cost(table.figures, report.piece)) or []) or None


def remove(draft: Draft, report: RemoveHazard) -> None:
    """Return the piece to the bank; residential blocks count again (HAZARD-5, HAZARD-6)."""
    table = draft.table
    amount = cost(table.figures, report.piece)
    district = draft.districts[report.deed]
    left = list(district.pieces)
    left.remove(report.piece)
    draft.pay(report.player, BANK, amount)
    draft.set_district(report.deed, district._replace(pieces=tuple(left)))
    facts = {"player": table.seats[report.player], "deed": table.deed_key(report.deed), "piece": report.piece}
    draft.event("hazard_removed", **facts, amount=amount)
