"""Facts as they are printed in sentences: names of seats, districts, spaces, cards and pieces, and amounts of money."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any

from rulesets.city.game import edition
from rulesets.city.game.board import MONEY, Edition
from rulesets.city.game.table import Table
from rulesets.glossary import glossary
from rulesets.kernel.telling.money import Money
from rulesets.languages.texts import by_language

TEXTS = by_language(files("rulesets") / "texts", "city")
BANK_NAMES = TEXTS["bank"]
CHANCE = glossary()["Chance"].words
RELEASE = TEXTS["release_card"]
DICE = TEXTS["between_dice"]
PIECES = TEXTS["pieces"]
PARTS = TEXTS["parts"]
"""What a trade may not contain (CITY/TRADE-1, CITY/TRADE-4)."""


def money(_edition: Edition) -> Money:
    """How amounts are written: the same in every edition."""
    return MONEY


def label(table: Table | None, kind: str, value: Any, language: str) -> str | None:
    """Return a fact of a kind in a language; None for any other kind.

    The kinds: seat, money, deed (a district), space, deck, card, thing (a release card, or what a trade may not
    contain), piece, sizes (of blocks), dice, edition, board (an edition by its name).  Without a table (a header was
    refused) keys stand in for names.
    """
    found = OF_THE_GAME[kind](value, language) if kind in OF_THE_GAME else None
    if found is None and table is not None and kind in OF_THE_TABLE:
        return OF_THE_TABLE[kind](table, value, language)
    return found


def seat_name(table: Table, value: Any, _language: str) -> str:
    """A player's name, or the seat's key where none was given."""
    return table.names.get(value, str(value))


def space_name(table: Table, value: Any, language: str) -> str | None:
    """The printed name of a space or district."""
    index = table.edition.space_index.get(value)
    return None if index is None else table.edition.spaces[index].names[language]


def card_name(table: Table, value: Any, language: str) -> str | None:
    card = table.edition.card.get(value)
    return None if card is None else card.labels[language]


def thing_name(table: Table, value: Any, language: str) -> str:
    """The label of a release card, the same for all of them if the value is not a card."""
    return card_name(table, value, language) or RELEASE[language]


def edition_name(table: Table, _value: Any, language: str) -> str:
    return table.edition.names[language]


OF_THE_GAME: Mapping[str, Callable[[Any, str], str | None]] = {
    "money": lambda value, _language: MONEY.shown(value) if type(value) is int else None,
    "dice": lambda value, language: DICE[language].join(map(str, value)),
    "sizes": lambda value, _language: "+".join(map(str, value)),
    "piece": lambda value, language: PIECES.get(value, {}).get(language),
    "thing": lambda value, language: PARTS.get(value, {}).get(language),
    "board": lambda value, language: edition.load(value).names[language] if value in edition.names() else None,
    "deck": lambda _value, language: CHANCE[language],
    "seat": lambda value, language: BANK_NAMES[language] if value == "bank" else None,
}
"""How facts are printed that do not depend on the table."""
OF_THE_TABLE: Mapping[str, Callable[[Table, Any, str], str | None]] = {
    "seat": seat_name,
    "deed": space_name,
    "space": space_name,
    "card": card_name,
    "thing": thing_name,
    "edition": edition_name,
}
"""How facts are printed that depend on the names of the seats and on the edition."""
