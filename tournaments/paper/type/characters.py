"""Characters: what is made of a text before it is set, and what each of them allows at the end of a line."""

from __future__ import annotations

import re
import unicodedata

COMPATIBILITY = re.compile("([\uf900-\ufaff\U0002f800-\U0002fa1f]+)")
"""Ideographs that composing would turn into others: 神 of the old form is somebody's name, and stays."""

SPACES = re.compile(r"[^\S\u3000]+")
"""Spaces but for the Japanese one, which is meant where it stands."""

NOT_FIRST = frozenset(
    "、。，．,.・：:；;？?！!‼⁇⁈⁉）)］]｝}〕〉》」』】〗〙〟’”»ー〜～…‥々ゝゞヽヾぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ％%℃"
)
"""No line begins with these (kinsoku)."""

KANA = frozenset("々ゝゞヽヾぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶー")
"""Of these, what belongs to a word."""

NOT_LAST = frozenset("（(［[｛{〔〈《「『【〖〘〝‘“«￥¥＄$£№")
"""No line ends with these."""


VERTICAL_FORMS = (
    "ー〜～…‥―—–（）［］｛｝「」『』【】〔〕〈〉《》〖〗＝=：；、。，．ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ"
)
"""What looks otherwise in a column.  Our fonts have those forms at `PRIVATE` and after it, in this order."""

GETA = "〓"
"""Stands for what cannot be printed, as it does in Japanese print."""

PRIVATE = 0xE000
"""Where Unicode's private use area begins."""

PRIVATE_END = 0xF8FF
"""And its last character."""


def clean(text: str) -> str:
    """A text as it is set: composed (NFC), without variation selectors and other invisible characters.

    The fonts hold one form of each character, so that a selector of another form (辻 with one or two dots) has no
    effect.  Spaces of any kind and length become one; line ends stay.  What is nobody's character but a program's own
    (private use, halves of surrogate pairs) is a 〓.
    """
    composed = "".join(
        part if COMPATIBILITY.fullmatch(part) else unicodedata.normalize("NFC", part)
        for part in COMPATIBILITY.split(text)
    )
    known = "".join(GETA if unicodedata.category(each) in ("Co", "Cs") else each for each in composed)
    lines = ("".join(each for each in line if not invisible(each)) for line in known.split("\n"))
    return "\n".join(SPACES.sub(" ", line) for line in lines)


def invisible(character: str) -> bool:
    """Variation selectors, and characters that only steer others."""
    if unicodedata.category(character) in ("Cf", "Cc") and character != "\t":
        return True
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def visible(text: str) -> bool:
    """Whether a cleaned text has anything to see: more than spaces, and accents without a letter."""
    return any(not character.isspace() and not unicodedata.combining(character) for character in text)


def clusters(text: str) -> list[str]:
    """A text in pieces that nothing may part: a character with the accents that follow it."""
    pieces: list[str] = []
    for character in text:
        if pieces and unicodedata.combining(character):
            pieces[-1] += character
        else:
            pieces.append(character)
    return pieces


def wide(piece: str) -> bool:
    """Whether a character is one of kanji, kana and their punctuation, which stand upright in a column."""
    return unicodedata.east_asian_width(piece[0]) in "WF"


def named(character: str) -> str:
    """What a character is called where it cannot be shown: `U+1F3B2 GAME DIE`."""
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".strip()
