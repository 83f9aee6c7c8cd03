"""Rendering a picture as SVG: a self-contained file, with the colours of the dark theme where that is preferred; and
marks as a part of a page, whose style sheets know the colours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from html import escape

from referee.core.pages.format import for_xml
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


FONTS = (
    "Hiragino Sans,BIZ UDPGothic,Yu Gothic UI,Microsoft YaHei,PingFang SC,Noto Sans CJK JP,Noto Sans,Arial,sans-serif"
)


def svg(picture: Picture) -> str:
    used = {name for mark in picture.marks for name in _colour_names(mark)}
    dark_tokens = [(name, dark_colours()[name]) for name in sorted(used & dark_colours().keys())]
    dark = "".join(f".f-{name}{{fill:{colour}}}.s-{name}{{stroke:{colour}}}" for name, colour in dark_tokens)
    drawn = "".join(map(_element, picture.marks))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{picture.width}" height="{picture.height}"'
        f' viewBox="0 0 {picture.width} {picture.height}" role="img" lang="{picture.language}"'
        f' font-family="{FONTS}" font-weight="700"><title>{escape(for_xml(picture.description))}</title>'
        f"<style>@media(prefers-color-scheme:dark){{{dark}}}</style>{drawn}</svg>"
    )


def on_page(marks: Iterable[Mark]) -> str:
    return "".join(_element(mark, _paint_on_page) for mark in marks)


def _colour_names(mark: Mark) -> set[str]:
    return {getattr(mark, "fill", ""), getattr(mark, "stroke", "")} - {""}


def _paint(fill: str, stroke: str, width: float) -> str:
    kinds = " ".join([*([f"f-{fill}"] if fill else []), *([f"s-{stroke}"] if stroke else [])])
    line = f' stroke="{colours()[stroke]}" stroke-width="{_number(width)}"' if stroke else ""
    return f'class="{kinds}" fill="{colours()[fill] if fill else "none"}"{line}'


def _paint_on_page(fill: str, stroke: str, width: float) -> str:
    line = f' stroke="var(--{stroke})" stroke-width="{_number(width)}"' if stroke else ""
    return f'fill="{f"var(--{fill})" if fill else "none"}"{line}'


def _number(number: float) -> str:
    return f"{number:.1f}".rstrip("0").rstrip(".")


def _element(mark: Mark, paint: Callable[[str, str, float], str] = _paint) -> str:
    match mark:
        case Rect():
            box = f'x="{_number(mark.x)}" y="{_number(mark.y)}" width="{_number(mark.w)}" height="{_number(mark.h)}"'
            corner = f' rx="{_number(mark.round)}"' if mark.round else ""
            return f"<rect {box}{corner} {paint(mark.fill, mark.stroke, mark.width)}/>"
        case Disc():
            at = f'cx="{_number(mark.x)}" cy="{_number(mark.y)}" r="{_number(mark.r)}"'
            return f"<circle {at} {paint(mark.fill, mark.stroke, mark.width)}/>"
        case Stroke():
            ends = f"M{_number(mark.x)} {_number(mark.y)}L{_number(mark.to_x)} {_number(mark.to_y)}"
            return f'<path d="{ends}" {paint("", mark.stroke, mark.width)}/>'
        case Caption():
            return (
                f'<text x="{_number(mark.x)}" y="{_number(mark.y)}" font-size="{_number(mark.size)}"'
                f' text-anchor="{mark.anchor}" dominant-baseline="central" {paint(mark.fill, "", 0)}>'
                f"{escape(for_xml(mark.text))}</text>"
            )
