"""What is printed on the board, deeds and cards, as a JSON object with names in one language, for pages to show."""

from __future__ import annotations

from typing import Any

from rulesets.classic.game import labels, telling
from rulesets.classic.game.table import Table
from rulesets.kernel.track import printing
from rulesets.letters import letters


def printed(table: Table, language: str) -> dict[str, Any]:
    """Return the board, deeds, groups and decks of the table's edition, in board order.

    ``called``: what one deed and several are called.  Sums are whole units of ``currency``.  ``hotel_from``: houses
    that each lot of a group needs for a hotel.
    ``spaces``, ``deeds``, ``groups``, ``decks`` by their keys; ``rents`` as in the edition: of a street by level, of a
    railroad by the number owned, of a utility the factor on the throw.
    """
    edition = table.edition
    known = letters(language)
    return {
        "edition": edition.name,
        "marks": {"mortgaged": known["mortgaged"]},
        "pieces": [each.shape() for each in telling.assets(edition).drawn(language)],
        "currency": edition.currency,
        "called": {number: names[language] for number, names in labels.TEXTS["called"].items()},
        "money": labels.money(edition).shape(),
        "houses": edition.houses,
        "hotels": edition.hotels,
        "hotel_from": table.figures.hotel_from,
        "spaces": printing.spaces(edition, language, known),
        "deeds": [
            {
                "key": deed.key,
                "kind": deed.kind,
                "group": deed.group,
                "name": deed.names[language],
                "price": deed.price,
                "mortgage": deed.mortgage,
                "rents": list(deed.rents),
                "building_cost": deed.building_cost,
            }
            for deed in edition.deeds
        ],
        "groups": printing.groups(edition, language, known),
        "decks": [
            {
                "key": deck,
                "name": edition.deck_names[deck][language],
                "release": table.release.get(deck),
                "cards": [{"key": card.key, "label": card.labels[language]} for card in cards],
            }
            for deck, cards in edition.decks.items()
        ],
    }
