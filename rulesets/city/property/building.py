"""Residential and industrial blocks on one's own districts (CITY/BUILD, CITY/BLOCK)."""

from __future__ import annotations

from typing import Any, NamedTuple

from rulesets.city.game.draft import Draft, View
from rulesets.city.game.fields import sizes
from rulesets.city.game.pieces import SIZES
from rulesets.city.game.state import RAILROAD, State
from rulesets.city.property import unit
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import Field, Form
from rulesets.kernel.track import fields
from rulesets.kernel.track.ledger import in_hand
from rulesets.kernel.track.table import BANK


class Build(NamedTuple):
    """Pieces built on a district, each given by its size in blocks."""

    player: int
    deed: int
    residential: tuple[int, ...]
    industrial: tuple[int, ...]

    @property
    def blocks(self) -> int:
        """The number of blocks of all pieces."""
        return sum(self.residential) + sum(self.industrial)


BUILD = Form(
    "build",
    Build,
    Field("player", fields.seat),
    Field("deed", fields.deed),
    Field("residential", sizes, required=False, default=()),
    Field("industrial", sizes, required=False, default=()),
)


def piece_sizes(_state: State, report: Build) -> list[Refusal] | None:
    """Pieces have 1, 2 or 3 blocks, and at least one piece is built (CITY/KIND-1, KIND-2, BUILD-4)."""
    return strange_sizes(report.residential, report.industrial) or (
        None if report.blocks else [refuse("nothing_to_build")]
    )


def strange_sizes(residential: tuple[int, ...], industrial: tuple[int, ...]) -> list[Refusal]:
    """Refuse sizes that no piece has (CITY/KIND-1, KIND-2)."""
    found = [refuse("residential_size", size=size) for size in residential if size not in SIZES]
    return found + [refuse("industrial_size", size=size) for size in industrial if size not in SIZES]


def within_result(state: State, report: Build) -> list[Refusal] | None:
    """The button has shown a number, and no more blocks are built (CITY/BUILD-1, BUILD-2, BUILD-3, BLOCK-3)."""
    step = state.step
    if step is None or step.player != report.player:
        return None
    seat = state.table.seats[report.player]
    if not step.result:
        return [refuse("press_first", player=seat)]
    if step.result == RAILROAD:
        return [refuse("railroad_sign", player=seat)]
    if report.blocks > step.left:
        return [refuse("too_many_blocks", player=seat, blocks=report.blocks, left=step.left, result=step.result)]
    return None


def on_own(state: State, report: Any) -> list[Refusal] | None:
    """Players build on any of their own districts that is not mortgaged, whatever its group (CITY/BUILD-6, MORT-8)."""
    table = state.table
    district = state.districts[report.deed]
    facts = {"player": table.seats[report.player], "deed": table.deed_key(report.deed)}
    if district.owner != report.player:
        return [refuse("build_on_own_only", **facts, owner=table.party(district.owner))]
    if district.mortgaged:
        return [refuse("build_on_mortgaged", **facts)]
    return None


def within_limit(state: State, report: Build) -> list[Refusal] | None:
    """A district holds at most eight blocks, including voided ones (CITY/BLOCK-1, HAZARD-3)."""
    district = state.districts[report.deed]
    limit = state.table.figures.block_limit
    if district.blocks + report.blocks <= limit:
        return None
    facts = {"deed": state.table.deed_key(report.deed), "blocks": report.blocks, "standing": district.blocks}
    found = []
    if district.hazards and district.residential:
        found.append(refuse("voided_blocks_stay", **facts, voided=sum(district.residential)))
    return [*found, refuse("over_eight_blocks", **facts, limit=limit)]


def cost(view: View, report: Build) -> int:
    """The prices on the district card, in K: one for each piece of 1, 2 or 3 blocks (BUILD-5, RES-1, IND-1)."""
    card = view.table.edition.deeds[report.deed]
    residential = sum(card.residential[size - 1] for size in report.residential)
    return residential + sum(card.industrial[size - 1] for size in report.industrial)


def affordable(state: State, report: Build) -> list[Refusal] | None:
    """The player has the price in cash."""
    if strange_sizes(report.residential, report.industrial):
        return None
    return in_hand(state, report.player, cost(state, report))


def build(draft: Draft, report: Build) -> None:
    """Buy pieces of either kind from the bank and put them on the district (BANK-1, BUILD-4, BUILD-7, BLOCK-2)."""
    amount = cost(draft, report)
    district = draft.districts[report.deed]
    draft.pay(report.player, BANK, amount)
    changed = district._replace(
        residential=tuple(sorted(district.residential + report.residential)),
        industrial=tuple(sorted(district.industrial + report.industrial)),
    )
    draft.set_district(report.deed, changed)
    unit.use(draft, report.blocks)
    draft.event(
        "blocks_built",
        player=draft.table.seats[report.player],
        deed=draft.table.deed_key(report.deed),
        residential=list(report.residential),
        industrial=list(report.industrial),
        amount=amount,
        blocks=changed.blocks,
    )
