"""The figures of the classic board that a judge or player looks up most, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulesets.classic.game.labels import TEXTS, money
from rulesets.editions.edition import Edition
from rulesets.languages import language as settings
from rulesets.languages.counted import fill

FIGURES = TEXTS["figures"]


def key_figures(edition: Edition, options: Mapping[str, Any], language: str) -> Iterator[tuple[str, str]]:
    """Yield the figures of an edition, as played with these options: label and value."""
    shown = money(edition).shown

    def line(key: str, value: str) -> tuple[str, str]:
        return FIGURES[key][language], value

    def said(key: str, **facts: object) -> str:
        return fill(FIGURES[key][language], **facts)

    notes = [said("notes", note=shown(note), count=count) for note, count in edition.denominations.items()]
    cash = options.get("starting_cash")
    yield line("cash", shown(cash) if isinstance(cash, int) else f"{shown(edition.starting_cash)}: {' · '.join(notes)}")
    yield line("salary", shown(edition.salary))
    yield line("fee", shown(edition.jail_fee))
    yield line("pieces", said("stock", houses=edition.houses, hotels=edition.hotels))
    costs: dict[int, list[str]] = {}
    for group, deeds in edition.groups.items():
        if cost := edition.deeds[deeds[0]].building_cost:
            costs.setdefault(cost, []).append(edition.group_names[group][language])
    join = settings(language).joins.list.join
    yield line("building", "; ".join(f"{shown(cost)} {join(groups)}" for cost, groups in costs.items()))
    rents = {deed.kind: deed.rents for deed in edition.deeds}
    yield line("railroads", said("railroads_rent", rents=" / ".join(map(shown, rents["railroad"]))))
    yield line("utilities", said("utilities_rent", times=" / ".join(map(str, rents["utility"]))))
