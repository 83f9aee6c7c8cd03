"""Bounds: what the players of a table can have together at most; what is above it was most likely mistyped."""

from __future__ import annotations

from typing import Any

from tournaments.sheet.objection import CONFIRM, Objection, about_the_sheet

LARGEST_BOX = 20_580
"""Dollars in the notes of the largest classic game that is sold."""


def cash_bound(edition: Any) -> int | None:
    """The cash that there can be; None for an edition that we know no box of."""
    return LARGEST_BOX if hasattr(edition, "houses") else None


def assets_bound(edition: Any) -> int | None:
    """The assets that there can be: all the cash, all deeds, and a hotel on every lot."""
    cash = cash_bound(edition)
    return None if cash is None else cash + sum(deed.price + 5 * deed.building_cost for deed in edition.deeds)


def assets_objection(edition: Any, assets: int) -> list[Objection]:
    """That a table's assets together are more than there is, if so: to be confirmed."""
    most = assets_bound(edition)
    if most is None or assets <= most:
        return []
    return [about_the_sheet(CONFIRM, "", "assets_above_all", assets=f"{assets:,}", most=f"{most:,}")]
