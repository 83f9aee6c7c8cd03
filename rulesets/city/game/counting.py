"""How a game is counted on paper: cash and the present rents of the districts (CITY/END-1 to END-3).

Pieces and mortgaged districts count nothing, and notes are not counted by value: an edition need not say which it has.
"""

from __future__ import annotations

from rulesets.city.game.board import Edition
from rulesets.kernel.telling.counting import CountingSheet, SheetColumn, SheetRow


def counting(edition: Edition, language: str) -> CountingSheet:
    """The sheets of an edition in a language."""
    blocks = max(len(deed.rents) for deed in edition.deeds)
    return CountingSheet(
        edition.names[language],
        (),
        ("time_up", "last_left", "ruling"),
        ("cash", "rents", "total", "fell", "rank", "points"),
        "district",
        "fill_in_city",
        (
            SheetColumn("land_rent"),
            *(SheetColumn(str(number), brief=False) for number in range(1, blocks + 1)),
            *(SheetColumn(title, by_hand=True) for title in ("blocks", "hazard", "doubled", "mortgaged")),
        ),
        tuple(
            SheetRow(
                edition.group_names[group][language],
                edition.spaces[deed.space].names[language],
                tuple(map(str, (deed.land_rent, *deed.rents))),
            )
            for group, numbers in edition.groups.items()
            for deed in (edition.deeds[number] for number in numbers)
        ),
    )
