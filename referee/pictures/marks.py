"""The shapes that pictures are made of: marks on a plane, x to the right and y down; colours are design tokens.

The design tokens are those of the pages' style sheets, for the light and the dark theme.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from referee.core.pages.templates import folder

TOKEN = re.compile(r"--([\w-]+): (#[0-9a-f]{6})\b")


@cache
def colours() -> Mapping[str, str]:
    return dict(TOKEN.findall((folder() / "static" / "tokens.css").read_text("utf-8")))


@cache
def dark_colours() -> Mapping[str, str]:
    return dict(TOKEN.findall((folder() / "static" / "night.css").read_text("utf-8")))


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle with corner radius ``round``; an empty ``fill`` or ``stroke`` means none."""

    x: float
    y: float
    w: float
    h: float
    fill: str = ""
    stroke: str = ""
    width: float = 0
    round: float = 0


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle around a point."""

    x: float
    y: float
    r: float
    fill: str = ""
    stroke: str = ""
    width: float = 0


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight line."""

    x: float
    y: float
    to_x: float
    to_y: float
    stroke: str
    width: float


@dataclass(frozen=True, slots=True)
class Caption:
    """A line of text.  ``y``: its middle; ``anchor``: where ``x`` is in it (start, middle, end)."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    anchor: str = "middle"


Mark = Rect | Disc | Stroke | Caption


@dataclass(frozen=True, slots=True)
class Picture:
    """Marks on a plane of a size, in drawing order.  ``description``: the text alternative; ``language``: that of the
    texts in it.
    """

    width: int
    height: int
    description: str
    language: str
    marks: Sequence[Mark]


def transformed(mark: Mark, scale: float, dx: float, dy: float) -> Mark:
    """Return a mark scaled by ``scale`` and moved by ``dx`` and ``dy``."""
    x, y = dx + scale * mark.x, dy + scale * mark.y
    match mark:
        case Rect():
            return replace(
                mark, x=x, y=y, w=scale * mark.w, h=scale * mark.h, width=scale * mark.width, round=scale * mark.round
            )
        case Disc():
            return replace(mark, x=x, y=y, r=scale * mark.r, width=scale * mark.width)
        case Stroke():
            ends = dx + scale * mark.to_x, dy + scale * mark.to_y
            return replace(mark, x=x, y=y, to_x=ends[0], to_y=ends[1], width=scale * mark.width)
        case Caption():
            return replace(mark, x=x, y=y, size=scale * mark.size)
