"""Rendering a picture as SVG: a self-contained file, with the colours of the dark theme where that is preferred; and
marks as a part of a page, whose style sheets know the colours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape

from referee.core.xml import for_xml
from referee.pictures.marks import Caption, Disc, Mark, Picture, Rect, Stroke, colours, dark_colours

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
