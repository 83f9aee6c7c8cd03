"""Folding normalises texts for comparison: it ignores width, case, hiragana or katakana, long or short vowels,
traditional or simplified characters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from pathlib import Path

TRADITIONAL = Path(__file__).with_name("traditional.txt")
"""Two lines of equal length: characters, and their simplified Chinese forms.  Japanese is folded with it as well, texts
and queries alike, so nothing is lost.  `tests/rulesets/traditional.py` generates it."""
LEFT_OUT = dict.fromkeys(map(ord, "'’ー"))
"""Characters that people may or may not type: apostrophes, and the mark of a long vowel, since サラリー is also written
サラリ."""
DIGITS = "〇一二三四五六七八九"
UNITS = {"十": 10, "百": 100, "千": 1000}
NUMERAL = re.compile(
    r"[一二三四五六七八九两]?[十百千](?:[一二三四五六七八九两〇零]|(?<=[一二三四五六七八九两])[十百千])+|[一二三四五六七八九两][十百千]"
)
"""A number in kanji of at least two characters: 五十, 一千五; 十 alone occurs in many words."""
THOUSANDS = re.compile(r"(?<=\d),(?=\d\d\d)")


@cache
def simplified() -> Mapping[int, int]:
    """The simplified Chinese form of each traditional character, for `str.translate`."""
    left, right = TRADITIONAL.read_text("utf-8").splitlines()
    return {ord(one): ord(other) for one, other in zip(left, right, strict=True)}


def folded(text: str) -> str:
    """Normalise a text: ＡＢＣ is abc, ｵｰｸｼｮﾝ and オークション are オクション, 競賣 is 竞卖, 一千五 is 1500."""
    flat = unicodedata.normalize("NFKC", text).casefold().translate(LEFT_OUT)
    return NUMERAL.sub(lambda found: str(number(found[0])), THOUSANDS.sub("", flat).translate(simplified()))


def number(written: str) -> int:
    """The value of a number in kanji: 九十 is 90, 二百零五 is 205, 一千五 is 1500."""
    total, digit, unit = 0, 0, 1
    for letter in written.replace("两", "二").replace("零", "〇"):
        if letter in UNITS:
            unit = UNITS[letter]
            total, digit = total + (digit or 1) * unit, 0
        else:
            unit, digit = (1 if letter == "〇" else unit), DIGITS.index(letter)
    return total + digit * max(unit // 10, 1)


def in_katakana(text: str) -> str:
    """A text with hiragana replaced by katakana: さいころ is サイコロ."""
    return "".join(chr(ord(letter) + 0x60) if "ぁ" <= letter <= "ゖ" else letter for letter in text)
