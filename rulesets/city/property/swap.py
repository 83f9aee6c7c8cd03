"""Swapping block pieces for others of the same total, free of charge (CITY/SWAP-1)."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from rulesets.city.game.draft import Draft
from rulesets.city.game.fields import Blocks, blocks
from rulesets.city.game.state import State
from rulesets.city.property.building import strange_sizes
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import Field, Form
from rulesets.kernel.track import fields


class Swap(NamedTuple):
    """Pieces of a district are exchanged for others."""

    player: int
    deed: int
    give: Blocks
    take: Blocks


SWAP = Form(
    "swap",
    Swap,
    Field("player", fields.seat),
    Field("deed", fields.deed),
    Field("give", blocks),
    Field("take", blocks),
)


def same_blocks(state: State, report: Swap) -> list[Refusal] | None:
    """Pieces on one of the player's districts are swapped for as many blocks of the same kind (CITY/SWAP-1)."""
    table = state.table
    district = state.districts[report.deed]
    facts = {"player": table.seats[report.player], "deed": table.deed_key(report.deed)}
    found = strange_sizes(*report.take)
    if district.owner != report.player:
        found.append(refuse("swap_on_own_only", **facts))
    if not report.give.residential and not report.give.industrial:
        found.append(refuse("nothing_to_swap", **facts))
    elif Counter(report.give.residential) - Counter(district.residential) or Counter(report.give.industrial) - Counter(
        district.industrial
    ):
        found.append(refuse("swap_pieces_missing", **facts))
    for kind, give, take in zip(Blocks._fields, report.give, report.take, strict=True):
        if sum(give) != sum(take):
            found.append(refuse("swap_total_differs", **facts, piece=kind, given=sum(give), taken=sum(take)))
    return found or None


def swap(draft: Draft, report: Swap) -> None:
    """Exchange the pieces; the number of blocks stays, and nothing is paid (SWAP-1)."""
    district = draft.districts[report.deed]
    residential, industrial = (
        tuple(sorted(((Counter(standing) - Counter(give)) + Counter(take)).elements()))
        for standing, give, take in zip(
            (district.residential, district.industrial), report.give, report.take, strict=True
        )
    )
    draft.set_district(report.deed, district._replace(residential=residential, industrial=industrial))
    give, take = (
        {kind: list(sizes) for kind, sizes in side._asdict().items() if sizes} for side in (report.give, report.take)
    )
    seat, deed = draft.table.seats[report.player], draft.table.deed_key(report.deed)
    draft.event("swapped", player=seat, deed=deed, give=give, take=take)
