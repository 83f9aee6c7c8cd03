"""Upper bounds on what the players of a table can have together; anything above was most likely a typo."""

from __future__ import annotations

from typing import Any

from tournaments.sheet.objection import CONFIRM, Objection, about_the_sheet

LARGEST_BOX = 20_580
"""Dollars in the notes of the largest classic game on the market."""


def cash_bound(edition: Any) -> int | None:
    """The most cash that there can be; None for an edition whose box contents we do not know."""
    return LARGEST_BOX if hasattr(edition, "houses") else None


def assets_bound(edition: Any) -> int | None:
    """The most assets that there can be: all the cash, all deeds, and a hotel on every lot."""
    cash = cash_bound(edition)
    return None if cash is None else cash + sum(deed.price + 5 * deed.building_cost for deed in edition.deeds)


def assets_objection(edition: Any, assets: int) -> list[Objection]:
    """An objection to be confirmed if a table's assets exceed what there is; else an empty list."""
    most = assets_bound(edition)
    if most is None or assets <= most:
        return []
    return [about_the_sheet(CONFIRM, "", "assets_above_all", assets=f"{assets:,}", most=f"{most:,}")]
