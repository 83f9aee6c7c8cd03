"""How a name in hanzi is spelled in pinyin without tones, for the order of lists in Chinese."""

from __future__ import annotations

from functools import cache

from tournaments.players.names import first_form

SURNAMES = {
    "曾": "zeng",
    "单": "shan",
    "單": "shan",
    "解": "xie",
    "仇": "qiu",
    "查": "zha",
    "盖": "ge",
    "蓋": "ge",
    "区": "ou",
    "區": "ou",
    "朴": "piao",
    "缪": "miao",
    "繆": "miao",
    "乐": "yue",
    "員": "yun",
    "员": "yun",
    "种": "chong",
    "折": "she",
    "冼": "xian",
    "翟": "zhai",
    "覃": "qin",
    "黑": "he",
    "尉迟": "yu chi",
    "万俟": "mo qi",
}
"""Surnames that are read otherwise than as words."""


@cache
def pinyin(name: str) -> str:
    """A name in pinyin; a character that has none stays as it is."""
    from pypinyin import lazy_pinyin  # noqa: PLC0415  # half a second, which only charts in Chinese need

    surname = next((each for each in sorted(SURNAMES, key=len, reverse=True) if name.startswith(each)), "")
    spelled = lazy_pinyin(name[len(surname) :], errors=lambda rare: " ".join(lazy_pinyin(first_form(rare))))
    return " ".join(filter(None, (SURNAMES.get(surname, ""), *spelled)))


def in_hanzi(name: str) -> bool:
    """Whether a name begins with a Chinese character."""
    return name[:1] >= "\u3400" and name[:1].isalpha() and not "\uac00" <= name[:1] <= "\ud7ff"
