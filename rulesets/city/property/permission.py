"""Planning permission: a bonus building or hazard, free of charge (CITY/PERMIT)."""

from __future__ import annotations

from typing import NamedTuple

from rulesets.city.game.draft import Draft, View
from rulesets.city.game.pieces import BONUSES, HAZARDS, is_bonus, is_hazard, pair_of
from rulesets.city.game.state import PERMIT, State
from rulesets.city.property import unit
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import Field, Form, shown, text
from rulesets.kernel.track import fields
from rulesets.kernel.track.table import BANK


class Permit(NamedTuple):
    """A piece is placed on a district."""

    player: int
    deed: int
    piece: str


PERMISSION = Form("permit", Permit, Field("player", fields.seat), Field("deed", fields.deed), Field("piece", text(40)))


def permitted(state: State, report: Permit) -> list[Refusal] | None:
    """On a Planning Permission space, one piece of its pair per landing (CITY/LAND-9, PERMIT-2, BONUS-2)."""
    table = state.table
    seat = table.seats[report.player]
    known = is_bonus(report.piece) or is_hazard(report.piece)
    found = [] if known else [refuse("no_such_piece", value=shown(report.piece), known=[*BONUSES, *HAZARDS])]
    step = state.step
    if step is None or step.player != report.player or step.right != PERMIT:
        return [*found, refuse("no_permission_space", player=seat)]
    pair = offered(state, report.player)
    if known and pair and report.piece not in pair:
        found.append(refuse("piece_of_another_space", player=seat, piece=report.piece, offered=list(pair)))
    return found or None


def offered(view: View, player: int) -> tuple[str, ...]:
    """The pair offered by the space that the player is on; empty where the edition does not say (PERMIT-2)."""
    return view.table.edition.spaces[view.players[player].space].pair


def whose_district(state: State, report: Permit) -> list[Refusal] | None:
    """Bonus buildings go on one's own districts unless mortgaged, hazards on those of others, either on unowned ones
    (CITY/PERMIT-3, PERMIT-4, PERMIT-5, MORT-8).
    """
    table = state.table
    owner = state.districts[report.deed].owner
    facts = {"player": table.seats[report.player], "deed": table.deed_key(report.deed), "piece": report.piece}
    if is_hazard(report.piece) and owner == report.player:
        return [refuse("hazard_on_own", **facts)]
    if is_bonus(report.piece) and owner not in (BANK, report.player):
        return [refuse("bonus_on_others", **facts, owner=table.seats[owner])]
    if is_bonus(report.piece) and state.districts[report.deed].mortgaged:
        return [refuse("build_on_mortgaged", player=facts["player"], deed=facts["deed"])]
    return None


def kept_off(state: State, report: Permit) -> list[Refusal] | None:
    """Any bonus building keeps every hazard off and vice versa, even of different pairs (CITY/PERMIT-6, PERMIT-7,
    PERMIT-8).

    Clauses: BONUS-1, OVER-8, PERMIT-5.
    """
    district = state.districts[report.deed]
    facts = {"deed": state.table.deed_key(report.deed), "piece": report.piece}
    if is_hazard(report.piece) and district.bonuses:
        standing, code = district.bonuses[0], "bonus_keeps_off"
    elif is_bonus(report.piece) and district.hazards:
        standing, code = district.hazards[0], "hazard_keeps_off"
    else:
        return None
    found = [refuse(code, **facts, standing=standing)]
    if pair_of(report.piece) != pair_of(standing):
        found.append(refuse("every_pair_excludes", **facts, standing=standing))
    return found


def permit(draft: Draft, report: Permit) -> None:
    """Place the piece, free of charge and outside the eight blocks (PERMIT-1, LAND-9)."""
    district = draft.districts[report.deed]
    seat = draft.table.seats[report.player]
    space = draft.table.edition.spaces[draft.players[report.player].space]
    if space.kind == "planning_permission" and not space.pair:
        draft.warn("pair_not_known", piece=report.piece)
    draft.set_district(report.deed, district._replace(pieces=tuple(sorted((*district.pieces, report.piece)))))
    unit.use_right(draft, report.player)
    draft.event("piece_placed", player=seat, deed=draft.table.deed_key(report.deed), piece=report.piece)
