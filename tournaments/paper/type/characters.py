"""Characters: how a text is cleaned before it is set, and which characters may begin or end a line."""

from __future__ import annotations

import re
import unicodedata

from rulesets.languages import LANGUAGES
from rulesets.languages import language as settings
from tournaments.unseen import UNSEEN

COMPATIBILITY = re.compile("([\uf900-\ufaff\U0002f800-\U0002fa1f]+)")
"""Ideographs that NFC would replace by others: the old form of 神 may be part of somebody's name, and is kept."""

SPACES = re.compile(r"[^\S\u3000]+")
"""Spaces, except the Japanese one, which is intentional."""

APOSTROPHE, MINUS = re.compile(r"(?<=\w)'(?!\w*')"), re.compile(r"(?<![\w.])-(?=[$¥￥£]?\d)")
"""What is typed for an apostrophe, unless it may be the end of a quotation, and for the sign of a negative figure."""

NOT_FIRST = frozenset(
    "、。，．,.・：:；;？?！!‼⁇⁈⁉）)］]｝}〕〉》」』】〗〙〟’”»ー〜～…‥々ゝゞヽヾぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ％%℃"
)
"""Characters that may not begin a line (kinsoku)."""

KANA = frozenset("々ゝゞヽヾぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶー")
"""Those of them that belong to a word."""

NOT_LAST = frozenset("（(［[｛{〔〈《「『【〖〘〝‘“«￥¥＄$£№")
"""Characters that may not end a line."""


VERTICAL = tuple(each for each in LANGUAGES if settings(each).paper["vertical"])
"""The languages that can be written vertically."""

VERTICAL_FORMS = (
    "ー〜～…‥―—–（）［］｛｝「」『』【】〔〕〈〉《》〖〗＝=：；、。，．ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ"
)
"""Characters with a different form in vertical writing.  Our fonts have these forms from `PRIVATE` on, in this order.
"""

MARKS = ("\u200e", "\u200f")
"""Unicode's marks for what is read from left to right, and from right to left."""

GETA = "〓"
"""Replaces what cannot be printed, as is customary in Japanese print."""

PRIVATE = 0xE000
"""The first character of Unicode's private use area."""

PRIVATE_END = 0xF8FF
"""The last character of the private use area."""


def clean(text: str) -> str:
    """Clean a text for setting: NFC, without variation selectors and other invisible characters.

    The fonts hold one form of each character, so that a variation selector (辻 with one or two dots) has no effect.  A
    mark of direction is kept at the beginning of the text (see `direction`).
    Apostrophes and minus signs become those of print (table’s, −$50).  Runs of spaces of any kind become one space;
    line breaks stay.  Characters without a standard meaning (private use, surrogates) become 〓.
    """
    composed = "".join(
        part if COMPATIBILITY.fullmatch(part) else unicodedata.normalize("NFC", part)
        for part in COMPATIBILITY.split(text)
    )
    known = composed
    if not composed.isprintable():
        known = "".join(GETA if unicodedata.category(each) in ("Co", "Cs") else each for each in composed)
    mark = text[:1] if text[:1] in MARKS else ""
    known = MINUS.sub("\u2212", APOSTROPHE.sub("\u2019", known))
    lines = ("".join(each for each in line if not invisible(each)) if odd(line) else line for line in known.split("\n"))
    return mark + "\n".join(SPACES.sub(" ", line) for line in lines)


def odd(line: str) -> bool:
    """Whether a line may have an invisible character, which few have."""
    return not line.isprintable() or UNSEEN.search(line) is not None


def invisible(character: str) -> bool:
    """Whether a character is a control, a format character, a variation selector or a noncharacter."""
    if unicodedata.category(character) in ("Cf", "Cc") and character != "\t":
        return True
    return UNSEEN.match(character) is not None


def visible(text: str) -> bool:
    """Whether a cleaned text has anything visible: more than spaces and accents without a letter."""
    return any(not character.isspace() and not unicodedata.combining(character) for character in text)


def clusters(text: str) -> list[str]:
    """Split a text into pieces that may never be separated: a character with the accents that follow it."""
    pieces: list[str] = []
    for character in text:
        if pieces and unicodedata.combining(character):
            pieces[-1] += character
        else:
            pieces.append(character)
    return pieces


def wide(piece: str) -> bool:
    """Whether a character is kanji, kana or their punctuation, which stay upright in vertical writing."""
    return unicodedata.east_asian_width(piece[0]) in "WF"


def character_name(character: str) -> str:
    """The Unicode name of a character that cannot be shown: `U+1F3B2 GAME DIE`."""
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".strip()
