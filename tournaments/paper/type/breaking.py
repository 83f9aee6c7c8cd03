"""Line breaking for Japanese, Chinese and Latin in one line (kinsoku: JIS X 4051, the simple set)."""

from __future__ import annotations

from itertools import pairwise

from tournaments.paper.type.characters import NOT_FIRST, NOT_LAST, clusters, wide
from tournaments.paper.type.runs import width


def break_lines(text: str, room: float, language: str, weight: str) -> list[str]:
    """A cleaned text in lines no wider than ``room`` (at size 1).

    Breaks stand after spaces and hyphens and between kanji and kana, never before 、。」 and their like or behind 「.
    A word wider than a line is parted where the line ends.
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
    for part in unbreakable(text):
        if width((lines[-1] + part).rstrip(), language, weight) <= room:
            lines[-1] += part
        elif width(part.rstrip(), language, weight) <= room:
            lines.append(part)
        else:
            for piece in clusters(part):
                if width((lines[-1] + piece).rstrip(), language, weight) <= room or not lines[-1]:
                    lines[-1] += piece
                else:
                    lines.append(piece)
    stripped = [line.rstrip() for line in lines]
    return stripped if len(stripped) == 1 else [line for line in stripped if line]
