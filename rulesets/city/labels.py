"""The printed form of facts in sentences: names of seats, districts, spaces, cards and pieces, and amounts of money."""

from __future__ import annotations

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


def money(amount: int) -> str:
    """An amount in thousands as the notes print it: 37700 is 37.7M, 500 is 500K."""
    if abs(amount) < 1000:
        return f"{amount}K"
    whole, rest = divmod(abs(amount), 1000)
    digits = f"{whole:,}" + (f".{rest:03}".rstrip("0") if rest else "")
    return f"{'-' if amount < 0 else ''}{digits}M"


def label(table: Table | None, kind: str, value: Any, language: str) -> str | None:
    """A fact of a kind in a language; None for any other kind.

    The kinds: seat, money, deed (a district), space, deck, card, thing (a release card), piece, dice, edition.  Without
    a table (a header was refused) keys stand for names.
    """
    if kind == "money" and type(value) is int:
        return money(value)
    if kind == "dice":
        return DICE[language].join(map(str, value))
    if kind == "piece":
        return PIECES.get(value, {}).get(language)
    if kind == "deck":
        return CHANCE[language]
    if kind == "seat" and value == "bank":
        return BANK_NAMES[language]
    if table is None:
        return None
    edition = table.edition
    if kind == "seat":
        return table.names.get(value, str(value))
    if kind == "edition":
        return edition.names[language]
    if kind in ("deed", "space") and value in edition.space_index:
        return edition.spaces[edition.space_index[value]].names[language]
    if kind in ("card", "thing") and value in edition.card:
        return edition.card[value].labels[language]
    return RELEASE[language] if kind == "thing" else None
