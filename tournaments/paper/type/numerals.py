"""Numbers in kanji, as used on vertical certificates: 第十二回, 二〇二六年十一月二十一日."""

from __future__ import annotations

import re

DIGITS = "〇一二三四五六七八九"


def in_kanji(text: str) -> str:
    """A text with its numbers in kanji: up to 99 spelled out, longer ones digit by digit, as in years."""
    return re.sub("[0-9]+", lambda match: _number(match[0]), text)


def _number(digits: str) -> str:
    if len(digits) > 2 or digits.startswith("0"):
        return "".join(DIGITS[int(digit)] for digit in digits)
    tens, ones = divmod(int(digits), 10)
    return ("" if not tens else "十" if tens == 1 else f"{DIGITS[tens]}十") + (DIGITS[ones] if ones else "")
