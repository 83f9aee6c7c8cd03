"""The printed form of facts in sentences: names of seats, deeds, spaces, cards, and amounts of money."""

from __future__ import annotations

from typing import Any

from rulesets.classic.table import Table
from rulesets.glossary import glossary

BANK_NAMES = {"en": "the bank", "ja": "銀行", "zh": "银行"}
EACH_NAMES = {"en": "the other players together", "ja": "ほかの全員（合計）", "zh": "其他玩家合计"}
PIECE_NAMES = {
    "house": glossary()["house"].words,
    "hotel": glossary()["hotel"].words,
    "houses": {"en": "houses", "ja": "家", "zh": "房屋"},
    "hotels": {"en": "hotels", "ja": "ホテル", "zh": "旅馆"},
}
RELEASE_CARDS = {"en": "the {} release card", "ja": "{}の釈放カード", "zh": "{}卡中的出狱卡"}
DICE = {"en": "+", "ja": "と", "zh": "和"}
LEVELS = {
    "en": ("no building", "one house", "two houses", "three houses", "four houses", "a hotel"),
    "ja": ("建物なし", "家1軒", "家2軒", "家3軒", "家4軒", "ホテル"),
    "zh": ("没有建筑", "1栋房屋", "2栋房屋", "3栋房屋", "4栋房屋", "旅馆"),
}


def label(table: Table | None, kind: str, value: Any, language: str) -> str | None:
    """A fact of a kind in a language; None for any other kind.

    The kinds: seat, money, deed, space, deck, card, piece, level, dice, and thing (a deed, or the release card of a
    deck).  Without a table (a header was refused) keys stand for names.
    """
    if kind == "level" and isinstance(value, int) and 0 <= value <= 5:
        return LEVELS[language][value]
    if kind == "dice":
        return DICE[language].join(map(str, value))
    if kind == "piece":
        return PIECE_NAMES.get(value, {}).get(language)
    if kind == "seat" and value in ("bank", "each"):
        return (BANK_NAMES if value == "bank" else EACH_NAMES)[language]
    if table is None:
        return f"${value:,}" if kind == "money" and isinstance(value, int) else None
    edition = table.edition
    if kind == "money" and isinstance(value, int):
        return f"{edition.currency}{value:,}"
    if kind == "seat":
        return table.names.get(value, str(value))
    if kind in ("deed", "space") and value in edition.space_index:
        return edition.spaces[edition.space_index[value]].names[language]
    if kind == "deck" and value in edition.deck_names:
        return edition.deck_names[value][language]
    if kind == "thing":
        kind = "deed" if value in edition.space_index else "deck"
        name = label(table, kind, value, language)
        return RELEASE_CARDS[language].format(name) if kind == "deck" and name else name
    if kind == "card":
        for cards in edition.cards.values():
            if value in cards:
                return cards[value].labels[language]
    return None
