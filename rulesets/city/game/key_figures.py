"""The figures of Monopoly City that a judge or player looks up most, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulesets.city.game.board import Edition
from rulesets.city.game.labels import MONEY, TEXTS
from rulesets.city.game.options import OPTIONS
from rulesets.city.game.table import Figures
from rulesets.languages.counted import fill

FIGURES = TEXTS["figures"]


def key_figures(edition: Edition, options: Mapping[str, Any], language: str) -> Iterator[tuple[str, str]]:
    """Yield the figures of an edition, as played with these options: label and value."""
    fixed, shown = Figures(), MONEY.shown
    chosen = {each.name: each.default for each in OPTIONS} | dict(options)

    def line(key: str, **facts: object) -> tuple[str, str]:
        words = FIGURES[key]
        return words["is"][language], fill(words["says"][language], **facts)

    yield line("cash", amount=shown(chosen["starting_cash"]))
    yield line("income", amount=shown(edition.go_income), more=shown(fixed.stadium_income))
    yield line("bail", amount=shown(fixed.bail))
    yield line("auction", seconds=chosen["auction_seconds"], least=shown(fixed.least_bid))
    yield line("blocks", count=fixed.block_limit)
    yield line("stadium", amount=shown(fixed.stadium_price), count=fixed.stadiums)
    yield line("tower", amount=shown(fixed.tower_price))
    yield line("removal", amount=shown(fixed.removal))
    yield line("tax", amount=shown(fixed.industry_tax))
