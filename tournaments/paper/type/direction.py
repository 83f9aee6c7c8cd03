"""Direction: which characters of a line stand where, if some of them are read from right to left (UAX 9)."""

from __future__ import annotations

import re
import unicodedata

from bidi import get_display
from bidi.mirror import MIRRORED

from tournaments.paper.type.characters import MARKS

LEFT_TO_RIGHT, RIGHT_TO_LEFT = MARKS
"""At the beginning of a line the marks say how the paragraph reads that the line is part of."""

BACKWARDS = re.compile("[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]")
"""The blocks of the scripts that are read from right to left."""

_COMPANION = "\u034f"
"""A character without a shape or a direction of its own, which goes wherever the character before it goes."""

_SEPARATORS = ("ES", "CS")
"""The classes of characters that join the digits on both sides of them, and so have no companion."""


def directed(text: str) -> bool:
    """Whether any character of a text is read from right to left."""
    return any(unicodedata.bidirectional(each) in ("R", "AL", "AN") for each in BACKWARDS.findall(text))


def mark(paragraph: str) -> str:
    """The mark for the lines of a paragraph; empty if nothing in it is read from right to left.

    All documents read from left to right, and so do their paragraphs, whatever name they begin with; only a text
    without any letter or leading digit of another script reads from right to left.
    """
    if paragraph[:1] in MARKS:
        return paragraph[0]
    if not directed(paragraph):
        return ""
    classes = [unicodedata.bidirectional(each) for each in paragraph]
    first = next(each for each in classes if each in ("L", "R", "AL", "EN", "AN"))
    return LEFT_TO_RIGHT if "L" in classes or first in ("EN", "AN") else RIGHT_TO_LEFT


def unmarked(line: str) -> str:
    """A line without its mark."""
    return line[1:] if line[:1] in MARKS else line


def in_visual_order(line: str) -> list[tuple[str, bool]]:
    """The characters of a line from left to right as seen, each with whether it is read from right to left.

    python-bidi tells the order alone.  So each character is given a companion: whichever of the two comes first tells
    the direction.
    """
    base = "R" if mark(line) == RIGHT_TO_LEFT else "L"
    shown = get_display("".join(each + _companion(each) for each in unmarked(line)), base_dir=base)
    order: list[tuple[str, bool]] = []
    at = 0
    while at < len(shown):
        backwards = shown[at] == _COMPANION
        character = shown[at + backwards]
        order.append((character, backwards if _companion(character) else bool(order and order[-1][1])))
        at += 1 + len(_companion(character))
    return order


def mirrored(text: str) -> str:
    """A text as seen in a mirror: its characters from the last to the first, brackets the other way round."""
    return "".join(MIRRORED.get(each, each) for each in reversed(text))


def _companion(character: str) -> str:
    return "" if unicodedata.bidirectional(character) in _SEPARATORS else _COMPANION
