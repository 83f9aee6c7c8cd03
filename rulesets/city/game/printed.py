"""What is printed on the board and cards, as a JSON object with names in one language, for display on a page."""

from __future__ import annotations

from typing import Any

from rulesets.city.game import labels, telling
from rulesets.city.game.board import MONEY
from rulesets.city.game.labels import CHANCE
from rulesets.city.game.table import Table
from rulesets.kernel.track import printing
from rulesets.letters import letters


def printed(table: Table, language: str) -> dict[str, Any]:
    """Return the board, districts, groups and Chance cards of the table's edition.

    Amounts are thousands (K); ``deeds`` are the districts.  ``called``: what one deed and several are called.
    """
    edition = table.edition
    known = letters(language)
    return {
        "edition": edition.name,
        "marks": {"mortgaged": known["mortgaged"]},
        "pieces": [each.shape() for each in telling.assets(edition).drawn(language)],
        "currency": "",
        "called": {number: names[language] for number, names in labels.TEXTS["called"].items()},
        "money": MONEY.shape(),
        "block_limit": table.figures.block_limit,
        "spaces": printing.spaces(edition, language, known),
        "deeds": [
            {
                "key": deed.key,
                "kind": "district",
                "group": deed.group,
                "name": edition.spaces[deed.space].names[language],
                "price": deed.price,
                "residential": list(deed.residential),
                "industrial": list(deed.industrial),
            }
            for deed in edition.deeds
        ],
        "groups": printing.groups(edition, language, known),
        "decks": [
            {
                "key": "chance",
                "name": CHANCE[language],
                "release": None,
                "cards": [{"key": card.key, "label": card.labels[language]} for card in edition.cards],
            }
        ],
    }
