"""Folding: how a text is compared.  Width, case, hiragana or katakana, long vowels or short ones, traditional or
simplified do not count.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from pathlib import Path

TRADITIONAL = Path(__file__).with_name("traditional.txt")
"""Two lines of equal length: characters, and what each of them is in simplified Chinese.  Japanese is folded by it too,
texts and queries alike, so that nothing is lost by it.  `tests/rulesets/traditional.py` makes it."""
LEFT_OUT = dict.fromkeys(map(ord, "'’ー"))
"""What is typed or not: apostrophes, and the mark of a long vowel, which is written サラリー and サラリ."""
THOUSANDS = re.compile(r"(?<=\d),(?=\d\d\d)")


@cache
def simplified() -> Mapping[int, int]:
    """What each traditional character is in simplified Chinese, for `str.translate`."""
    left, right = TRADITIONAL.read_text("utf-8").splitlines()
    return {ord(one): ord(other) for one, other in zip(left, right, strict=True)}


def folded(text: str) -> str:
    """A text as it is compared: ＡＢＣ is abc, ｵｰｸｼｮﾝ and オークション are オクション, 競賣 is 竞卖, 1,500 is 1500."""
    flat = unicodedata.normalize("NFKC", text).casefold().translate(LEFT_OUT)
    return THOUSANDS.sub("", flat).translate(simplified())


def in_katakana(text: str) -> str:
    """Hiragana as katakana: さいころ is サイコロ."""
    return "".join(chr(ord(letter) + 0x60) if "ぁ" <= letter <= "ゖ" else letter for letter in text)
