"""Line breaking for Japanese, Chinese and Latin in one line (kinsoku: JIS X 4051, the simple set)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from tournaments.paper.type.characters import KANA, NOT_FIRST, NOT_LAST, clusters, wide
from tournaments.paper.type.runs import width


def break_lines(text: str, room: float, language: str, weight: str) -> list[str]:
    """A cleaned text in lines no wider than ``room`` (at size 1).

    Breaks stand after spaces and hyphens and between phrases, never before 、。」 and their like or behind 「.  A
    phrase wider than a line is parted between kanji and kana, a word where the line ends.
    """
    return [line for part in text.split("\n") for line in _broken(part, room, language, weight)]


def unbreakable(text: str) -> list[str]:
    """A line in pieces that stay whole, each with the space behind it."""
    pieces = clusters(text)
    parts = pieces[:1]
    for before, after in pairwise(pieces):
        if _may_break(before, after):
            parts.append(after)
        else:
            parts[-1] += after
    return parts


def phrases(text: str) -> list[str]:
    """A line in phrases, each with the space behind it: in Japanese a word with what is attached to it (文節), told by
    its kana; elsewhere what `unbreakable` says.
    """
    pieces = unbreakable(text)
    if not any(_script(each) == "hiragana" for each in text):
        return pieces
    parts = pieces[:1]
    for before, after in pairwise(pieces):
        if _ends(before[-1], after[0]):
            parts.append(after)
        else:
            parts[-1] += after
    return parts


def _ends(before: str, after: str) -> bool:
    """Whether a phrase ends between two characters."""
    if before.isspace() or before in NOT_FIRST - KANA or after in NOT_LAST:
        return True
    return _script(after) not in ("hiragana", _script(before))


def _script(character: str) -> str:
    if "\u3041" <= character <= "\u309f":
        return "hiragana"
    if "\u30a0" <= character <= "\u30ff":
        return "katakana"
    return "han" if wide(character) else "narrow"


def _may_break(before: str, after: str) -> bool:
    if after[0].isspace():
        return False
    if before[0].isspace():
        return after not in NOT_FIRST
    if before in NOT_LAST or after in NOT_FIRST:
        return False
    return wide(before) or wide(after) or before in "-–—/"


def _broken(text: str, room: float, language: str, weight: str) -> list[str]:
    lines = [""]

    def place(parts: list[str], *finer: Callable[[str], list[str]]) -> None:
        """Parts one after the other; those that are wider than a line in finer ones."""
        for part in parts:
            if width((lines[-1] + part).rstrip(), language, weight) <= room or not (lines[-1] or finer):
                lines[-1] += part
            elif finer and width(part.rstrip(), language, weight) > room:
                place(finer[0](part), *finer[1:])
            else:
                lines.append(part)

    place(phrases(text), unbreakable, clusters)
    stripped = [line.rstrip() for line in lines]
    return stripped if len(stripped) == 1 else [line for line in stripped if line]
