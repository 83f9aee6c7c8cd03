"""Line breaking for mixed Japanese, Chinese and Latin text (kinsoku: JIS X 4051, the simple set)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from tournaments.paper.type.characters import KANA, NOT_FIRST, NOT_LAST, clusters, wide
from tournaments.paper.type.runs import width


def break_lines(text: str, room: float, language: str, weight: str) -> list[str]:
    """Break a cleaned text into lines no wider than ``room`` (at size 1).

    Lines break after spaces and hyphens and between phrases, never before 、。」 and the like or after 「.

    A phrase wider than a line is split between kanji and kana, a word at the end of the line.
    """
    return [line for part in text.split("\n") for line in _broken(part, room, language, weight)]


def unbreakable(text: str) -> list[str]:
    """Split a line into pieces without a line break opportunity, each with the space after it."""
    pieces = clusters(text)
    parts = pieces[:1]
    for before, after in pairwise(pieces):
        if _may_break(before, after):
            parts.append(after)
        else:
            parts[-1] += after
    return parts


def phrases(text: str) -> list[str]:
    """Split a line into phrases, each with the space after it.

    In Japanese a phrase is a word with its particles and endings (文節), recognised by its kana; otherwise the phrases
    are the pieces of `unbreakable`.
    """
    pieces = unbreakable(text)
    if not any(_script(each) == "hiragana" for each in text):
        return pieces
    parts = pieces[:1]
    for before, after in pairwise(pieces):
        if _phrase_ends(before[-1], after[0]):
            parts.append(after)
        else:
            parts[-1] += after
    return parts


def _phrase_ends(before: str, after: str) -> bool:
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
        """Place parts one after the other; split those that are wider than a line with the next finer method."""
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
