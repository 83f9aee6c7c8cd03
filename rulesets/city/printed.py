"""What is printed on board and cards, as a JSON object with the names in one language: what a page shows."""

from __future__ import annotations

from typing import Any

from rulesets.city.labels import CHANCE
from rulesets.city.table import Table


def printed(table: Table, language: str) -> dict[str, Any]:
    """Board, districts, groups and Chance cards of the table's edition.  ``language``: en, ja or zh.

    Sums are thousands (K); ``deeds`` are the districts.
    """
    edition = table.edition
    return {
        "edition": edition.name,
        "currency": "",
        "spaces": [{"key": space.key, "kind": space.kind, "name": space.names[language]} for space in edition.spaces],
        "deeds": [
            {
                "key": deed.key,
                "kind": "district",
                "group": deed.group,
                "name": edition.spaces[deed.space].names[language],
                "price": deed.price,
            }
            for deed in edition.deeds
        ],
        "groups": [
            {
                "key": group,
                "name": edition.group_names[group][language],
                "deeds": [edition.deeds[number].key for number in numbers],
            }
            for group, numbers in edition.groups.items()
        ],
        "decks": [
            {
                "key": "chance",
                "name": CHANCE[language],
                "release": None,
                "cards": [{"key": card.key, "label": card.labels[language]} for card in edition.cards],
            }
        ],
    }
