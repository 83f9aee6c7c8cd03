"""How a game is counted on paper: notes by value, deeds at their price or mortgage, buildings at their cost."""

from __future__ import annotations

from rulesets.classic.game.labels import money
from rulesets.editions import Edition
from rulesets.kernel.telling.counting import CountingSheet, SheetColumn, SheetRow

COLUMNS = (
    SheetColumn("price"),
    SheetColumn("mortgage_value"),
    SheetColumn("building_cost"),
    SheetColumn("mortgaged", by_hand=True),
    SheetColumn("buildings", by_hand=True),
)


def counting(edition: Edition, language: str) -> CountingSheet:
    """The sheets of an edition in a language."""
    shown = money(edition).shown
    return CountingSheet(
        edition.names[language],
        tuple(map(shown, edition.denominations)),
        ("time_up", "monopoly_win", "ruling"),
        ("cash", "deeds_and_buildings", "total", "fell", "rank", "points"),
        "deed",
        "fill_in",
        COLUMNS,
        tuple(
            SheetRow(
                edition.group_names[group][language],
                deed.names[language],
                tuple(str(each or "") for each in (deed.price, deed.mortgage, deed.building_cost)),
            )
            for group, numbers in edition.groups.items()
            for deed in (edition.deeds[number] for number in numbers)
        ),
    )
