"""The printed form of facts in sentences: names of seats, deeds, spaces, cards, and amounts of money."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any

from rulesets import editions
from rulesets.classic.game.table import Table
from rulesets.editions.edition import Edition
from rulesets.glossary import glossary
from rulesets.kernel.telling.money import Money
from rulesets.languages.texts import by_language

TEXTS = by_language(files("rulesets") / "texts", "classic")
PARTIES = {"bank": TEXTS["bank"], "each": TEXTS["each"]}
PIECE_NAMES = {
    "house": glossary()["house"].words,
    "hotel": glossary()["hotel"].words,
    "houses": TEXTS["houses"],
    "hotels": TEXTS["hotels"],
}
RELEASE_CARDS = TEXTS["release_card"]
DICE = TEXTS["between_dice"]
LEVELS = TEXTS["levels"]


def label(table: Table | None, kind: str, value: Any, language: str) -> str | None:
    """Return the printed form of a fact of this kind in a language; None for an unknown kind.

    The kinds: seat, money, deed, space, deck, card, piece, level, dice, board (an edition by its name), and thing (a
    deed, or the release card of a deck).  Without a table (a header was refused) keys stand for names.
    """
    if kind in EVERYWHERE:
        return EVERYWHERE[kind](value, language)
    if kind == "seat" and value in PARTIES:
        return str(PARTIES[value][language])
    if table is not None:
        return PRINTED[kind](table, value, language) if kind in PRINTED else None
    return Money("$").shown(value) if kind == "money" and isinstance(value, int) else None


def _level(value: Any, language: str) -> str | None:
    return str(LEVELS[language][value]) if isinstance(value, int) and 0 <= value <= 5 else None


def _dice(value: Any, language: str) -> str | None:
    return str(DICE[language].join(map(str, value)))


def _board(value: Any, language: str) -> str | None:
    return editions.load(value).names[language] if value in editions.names() else None


def _piece(value: Any, language: str) -> str | None:
    return PIECE_NAMES[value][language] if value in PIECE_NAMES else None


def _money(table: Table, value: Any, _language: str) -> str | None:
    return money(table.edition).shown(value) if isinstance(value, int) else None


def money(edition: Edition) -> Money:
    return Money(edition.currency)


def _seat(table: Table, value: Any, _language: str) -> str | None:
    return table.names.get(value, str(value))


def _space(table: Table, value: Any, language: str) -> str | None:
    edition = table.edition
    return edition.spaces[edition.space_index[value]].names[language] if value in edition.space_index else None


def _deck(table: Table, value: Any, language: str) -> str | None:
    names = table.edition.deck_names
    return names[value][language] if value in names else None


def _thing(table: Table, value: Any, language: str) -> str | None:
    if value in table.edition.space_index:
        return _space(table, value, language)
    deck = _deck(table, value, language)
    return str(RELEASE_CARDS[language].format(deck)) if deck else None


def _card(table: Table, value: Any, language: str) -> str | None:
    found = (cards[value].labels[language] for cards in table.edition.cards.values() if value in cards)
    return next(found, None)


EVERYWHERE: Mapping[str, Callable[[Any, str], str | None]] = {
    "level": _level,
    "dice": _dice,
    "piece": _piece,
    "board": _board,
}
"""Kinds that need no table."""
PRINTED: Mapping[str, Callable[[Table, Any, str], str | None]] = {
    "money": _money,
    "seat": _seat,
    "deed": _space,
    "space": _space,
    "deck": _deck,
    "thing": _thing,
    "card": _card,
}
"""Kinds that are printed as the edition, or the header, names them."""
