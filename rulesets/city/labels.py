"""The printed form of facts in sentences: names of seats, districts, spaces, cards and pieces, and amounts of money."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulesets.city.table import Table
from rulesets.glossary import glossary

BANK_NAMES = {"en": "the bank", "ja": "銀行", "zh": "银行"}
CHANCE = glossary()["Chance"].words
RELEASE = {"en": "a Get Out of Jail Free card", "ja": "「刑務所から釈放」カード", "zh": "出狱卡"}
DICE = {"en": "+", "ja": "と", "zh": "和"}
PIECES = {
    "residential": {"en": "residential", "ja": "住宅", "zh": "住宅楼"},
    "industrial": {"en": "industrial", "ja": "工業", "zh": "工业楼"},
    "railroad": {"en": "railroad", "ja": "鉄道", "zh": "铁路"},
    "stadiums": {"en": "stadiums", "ja": "スタジアム", "zh": "体育场"},
    "towers": {"en": "towers", "ja": "モノポリータワー", "zh": "大富翁塔"},
    "park": {"en": "park", "ja": "公園", "zh": "公园"},
    "school": {"en": "school", "ja": "学校", "zh": "学校"},
    "water_tower": {"en": "water tower", "ja": "給水塔", "zh": "水塔"},
    "wind_farm": {"en": "wind farm", "ja": "風力発電所", "zh": "风力发电场"},
    "power_station": {"en": "power station", "ja": "発電所", "zh": "发电站"},
    "sewage_plant": {"en": "sewage plant", "ja": "汚水処理場", "zh": "污水处理厂"},
    "prison": {"en": "prison", "ja": "刑務所の建物", "zh": "监狱建筑"},
    "rubbish_dump": {"en": "rubbish dump", "ja": "ゴミの山", "zh": "垃圾场"},
}
PARTS = {
    "promise": {"en": "a promise", "ja": "約束", "zh": "承诺"},
    "immunity": {"en": "immunity from rent", "ja": "賃料の免除", "zh": "免租"},
    "free_rent": {"en": "free rent", "ja": "賃料の無料化", "zh": "免付租金"},
    "later": {"en": "something for later", "ja": "後で渡すもの", "zh": "日后的交付"},
    "claims": {"en": "a claim", "ja": "債権", "zh": "债权"},
    "dodge": {"en": "the Rent Dodge card", "ja": "賃料免除カード", "zh": "免租卡"},
    "houses": {"en": "houses", "ja": "家", "zh": "房屋"},
    "hotels": {"en": "hotels", "ja": "ホテル", "zh": "旅馆"},
    "buildings": {"en": "buildings", "ja": "建物", "zh": "建筑"},
    "sell_buildings": {"en": "buildings", "ja": "建物", "zh": "建筑"},
    "residential": {"en": "residential blocks", "ja": "住宅の建物", "zh": "住宅楼"},
    "industrial": {"en": "industrial blocks", "ja": "工業用の建物", "zh": "工业楼"},
    "railroads": {"en": "railroads", "ja": "鉄道", "zh": "铁路"},
    "stadium": {"en": "a stadium", "ja": "スタジアム", "zh": "体育场"},
    "skyscraper": {"en": "a skyscraper", "ja": "高層ビル", "zh": "摩天楼"},
    "tower": {"en": "the Monopoly Tower", "ja": "モノポリータワー", "zh": "大富翁塔"},
    "bonus": {"en": "a bonus building", "ja": "ボーナス建築物", "zh": "福利建筑"},
    "hazards": {"en": "a hazard", "ja": "ハザード建築物", "zh": "危害建筑"},
}
"""What a trade may not hold (CITY/TRADE-1, CITY/TRADE-4)."""


def money(amount: int) -> str:
    """An amount in thousands as the notes print it: 37700 is 37.7M, 500 is 500K."""
    if abs(amount) < 1000:
        return f"{amount}K"
    whole, rest = divmod(abs(amount), 1000)
    digits = f"{whole:,}" + (f".{rest:03}".rstrip("0") if rest else "")
    return f"{'-' if amount < 0 else ''}{digits}M"


def label(table: Table | None, kind: str, value: Any, language: str) -> str | None:
    """A fact of a kind in a language; None for any other kind.

    The kinds: seat, money, deed (a district), space, deck, card, thing (a release card, or what a
    trade may not hold), piece, dice, edition.  Without a table (a header was refused) keys stand for names.
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
    """The words for a Chance card."""
    card = table.edition.card.get(value)
    return None if card is None else card.labels[language]


def thing_name(table: Table, value: Any, language: str) -> str:
    """The words for a release card, whichever it is."""
    return card_name(table, value, language) or RELEASE[language]


def edition_name(table: Table, _value: Any, language: str) -> str:
    """The name of the edition played with."""
    return table.edition.names[language]


OF_THE_GAME: Mapping[str, Callable[[Any, str], str | None]] = {
    "money": lambda value, _language: money(value) if type(value) is int else None,
    "dice": lambda value, language: DICE[language].join(map(str, value)),
    "piece": lambda value, language: PIECES.get(value, {}).get(language),
    "thing": lambda value, language: PARTS.get(value, {}).get(language),
    "deck": lambda _value, language: CHANCE[language],
    "seat": lambda value, language: BANK_NAMES[language] if value == "bank" else None,
}
"""How facts are printed that are the same at every table."""
OF_THE_TABLE: Mapping[str, Callable[[Table, Any, str], str | None]] = {
    "seat": seat_name,
    "deed": space_name,
    "space": space_name,
    "card": card_name,
    "thing": thing_name,
    "edition": edition_name,
}
"""How facts are printed by the names of a game's seats and of its edition."""
