"""Rendering a picture as SVG: a self-contained file, with the colours of the dark theme where that is preferred."""

from __future__ import annotations

from html import escape

from referee.pictures.marks import Disc, Line, Mark, Picture, Rect, Words, colours, night

FACES = (
    "Hiragino Sans,BIZ UDPGothic,Yu Gothic UI,Microsoft YaHei,PingFang SC,Noto Sans CJK JP,Noto Sans,Arial,sans-serif"
)


def svg(picture: Picture) -> str:
    """Return a picture as the text of an SVG file."""
    used = {name for mark in picture.marks for name in _names(mark)}
    other = [(name, night()[name]) for name in sorted(used & night().keys())]
    dark = "".join(f".f-{name}{{fill:{colour}}}.s-{name}{{stroke:{colour}}}" for name, colour in other)
    drawn = "".join(map(_drawn, picture.marks))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{picture.width}" height="{picture.height}"'
        f' viewBox="0 0 {picture.width} {picture.height}" role="img" lang="{picture.language}"'
        f' font-family="{FACES}" font-weight="700"><title>{escape(picture.description)}</title>'
        f"<style>@media(prefers-color-scheme:dark){{{dark}}}</style>{drawn}</svg>"
    )


def _names(mark: Mark) -> set[str]:
    return {getattr(mark, "fill", ""), getattr(mark, "stroke", "")} - {""}


def _painted(fill: str, stroke: str, width: float) -> str:
    kinds = " ".join([*([f"f-{fill}"] if fill else []), *([f"s-{stroke}"] if stroke else [])])
    line = f' stroke="{colours()[stroke]}" stroke-width="{_short(width)}"' if stroke else ""
    return f'class="{kinds}" fill="{colours()[fill] if fill else "none"}"{line}'


def _short(number: float) -> str:
    return f"{number:.1f}".rstrip("0").rstrip(".")


def _drawn(mark: Mark) -> str:
    match mark:
        case Rect():
            box = f'x="{_short(mark.x)}" y="{_short(mark.y)}" width="{_short(mark.w)}" height="{_short(mark.h)}"'
            corner = f' rx="{_short(mark.round)}"' if mark.round else ""
            return f"<rect {box}{corner} {_painted(mark.fill, mark.stroke, mark.width)}/>"
        case Disc():
            at = f'cx="{_short(mark.x)}" cy="{_short(mark.y)}" r="{_short(mark.r)}"'
            return f"<circle {at} {_painted(mark.fill, mark.stroke, mark.width)}/>"
        case Line():
            ends = f"M{_short(mark.x)} {_short(mark.y)}L{_short(mark.to_x)} {_short(mark.to_y)}"
            return f'<path d="{ends}" {_painted("", mark.stroke, mark.width)}/>'
        case Words():
            return (
                f'<text x="{_short(mark.x)}" y="{_short(mark.y)}" font-size="{_short(mark.size)}"'
                f' text-anchor="{mark.anchor}" dominant-baseline="central" {_painted(mark.fill, "", 0)}>'
                f"{escape(mark.text)}</text>"
            )
