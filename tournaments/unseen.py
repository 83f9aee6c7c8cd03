"""Characters that nobody sees: every door takes them out of names and texts, so that no two look alike and differ.

Joiners and variation selectors stay where a script needs them: between letters of Arabic and Indic scripts, in emoji,
and after kanji, where they choose the form of a name; tags stay in the flags of England, Scotland and Wales.
Everything else that Unicode lets a program ignore goes, and so do the marks that turn the direction of the text around
them, and noncharacters, which XML does not allow.
"""

from __future__ import annotations

import re
import unicodedata

FILLERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols by category that are invisible: the Hangul fillers and the Braille blank."""

_UNSEEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    + "".join(chr(plane << 16 | last) for plane in range(17) for last in (0xFFFE, 0xFFFF))
)
UNSEEN = re.compile(f"[{_UNSEEN}]")
"""What Unicode calls default ignorable, without the fillers of old Hangul; interlinear marks; noncharacters."""
_ANY = re.compile(f"[^{_UNSEEN}]")

JOINERS = "\u200c\u200d"
_JOINED = re.compile("[\u0600-\u109f\u1780-\u18af\ua840-\uabff\ufb50-\ufdcf\ufe70-\ufefc\U00010a00-\U00011fff]")
"""Letters and marks of scripts that joiners shape: Arabic, Syriac, Indic, Khmer, Mongolian and their neighbours."""
_KANJI = re.compile("[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff々〇]")
_FOR_KANJI = re.compile("[\ufe00-\ufe02\U000e0100-\U000e01ef]")
_FOR_EMOJI = "\ufe0e\ufe0f"
_MONGOLIAN = re.compile("[\u1820-\u18aa]")
_FOR_MONGOLIAN = re.compile("[\u180b-\u180f]")
_KEYS = "#*0123456789"
_KEYCAP = "\u20e3"
_TAGS = {letter: chr(0xE0000 + ord(letter)) for letter in "begnlcstw"}
_FLAG_TAGS = "|".join("".join(_TAGS[letter] for letter in f"gb{part}") for part in ("eng", "sct", "wls"))
_FLAGS = re.compile(f"(\U0001f3f4(?:{_FLAG_TAGS})\U000e007f)")
"""The flags that are a black flag and tags, as Unicode recommends them for interchange; other tags are not shown."""


def without_unseen(text: str) -> str:
    """The text without characters that nobody sees, except those that shape the letter before them."""
    if UNSEEN.search(text) is None:
        return text
    return "".join(part if _FLAGS.fullmatch(part) else _shaped(part) for part in _FLAGS.split(text))


def _shaped(text: str) -> str:
    kept: list[str] = []
    for place, letter in enumerate(text):
        if _ANY.match(letter) or _shapes(letter, kept, text[place + 1 : place + 3]):
            kept.append(letter)
    return "".join(kept)


def is_visible(letter: str) -> bool:
    """Whether a character is visible on its own: not a space, a mark, a control character or a filler."""
    return letter not in FILLERS and (unicodedata.category(letter)[0] in "LNPS" or unicodedata.category(letter) == "Co")


def _shapes(letter: str, before: list[str], after: str) -> bool:
    """Whether an invisible character changes how the letter before it looks, or joins it to the one after."""
    last = before[-1] if before else ""
    if letter in JOINERS:
        base = before[-2] if len(before) > 1 and last in _FOR_EMOJI else last
        emoji = letter == "\u200d" and _is_symbol(base) and _is_symbol(after[:1])
        return emoji or bool(_JOINED.match(last) and _JOINED.match(after))
    if letter in _FOR_EMOJI:
        return last != "" and (_is_symbol(last) or last in "‼⁉〰〽" or (last in _KEYS and after[:1] == _KEYCAP))
    if _FOR_KANJI.match(letter):
        return bool(_KANJI.match(last))
    return bool(_FOR_MONGOLIAN.match(letter) and _MONGOLIAN.match(last))


def _is_symbol(letter: str) -> bool:
    return letter != "" and unicodedata.category(letter)[0] == "S"
