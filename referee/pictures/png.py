"""Rendering a picture as PNG with Pillow: drawn at twice the size and scaled down, so that edges are smooth."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from io import BytesIO
from threading import Lock

from PIL import Image, ImageDraw, ImageFont

from referee.pictures.svg import Caption, Disc, Mark, Picture, Rect, Stroke, colours
from tournaments.paper.type.characters import clean
from tournaments.paper.type.runs import runs

OVERSAMPLING = 2
BASELINE = 0.36
"""The distance from the middle of a line to its baseline, as a fraction of the font size."""
_LOCK = Lock()
"""One picture is drawn at a time: each takes 15 MB for a moment, and judges need the processor too."""


def png(picture: Picture) -> bytes:
    with _LOCK:
        image = Image.new("RGB", (picture.width * OVERSAMPLING, picture.height * OVERSAMPLING), colours()["ground"])
        draw = ImageDraw.Draw(image)
        for mark in picture.marks:
            _draw(draw, mark, picture.language)
        small = image.resize((picture.width, picture.height), Image.Resampling.BOX)
        written = BytesIO()
        small.quantize(128, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(written, "PNG", optimize=True)
        return written.getvalue()


@lru_cache(maxsize=200)
def _font(face: str, size: int) -> ImageFont.FreeTypeFont:
    file = resources.files("tournaments.paper") / "fonts" / f"{face}.ttf"
    with resources.as_file(file) as path:
        return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


def _draw(draw: ImageDraw.ImageDraw, mark: Mark, language: str) -> None:
    match mark:
        case Rect():
            half = mark.width / 2
            box = (mark.x - half, mark.y - half, mark.x + mark.w + half, mark.y + mark.h + half)
            corner = mark.round + half if mark.round else 0
            draw.rounded_rectangle([OVERSAMPLING * each for each in box], OVERSAMPLING * corner, *_style(mark))
        case Disc():
            reach = mark.r + mark.width / 2
            box = (mark.x - reach, mark.y - reach, mark.x + reach, mark.y + reach)
            draw.ellipse([OVERSAMPLING * each for each in box], *_style(mark))
        case Stroke():
            ends = [OVERSAMPLING * each for each in (mark.x, mark.y, mark.to_x, mark.to_y)]
            draw.line(ends, colours()[mark.stroke], max(1, round(OVERSAMPLING * mark.width)))
        case Caption():
            _write(draw, mark, language)


def _style(mark: Rect | Disc) -> tuple[str | None, str | None, int]:
    """Fill, outline and its width, as Pillow takes them."""
    fill = colours()[mark.fill] if mark.fill else None
    return (fill, colours()[mark.stroke], max(1, round(OVERSAMPLING * mark.width))) if mark.stroke else (fill, None, 0)


def _write(draw: ImageDraw.ImageDraw, mark: Caption, language: str) -> None:
    text_runs, size = runs(clean(mark.text), language, "bold"), mark.size * OVERSAMPLING
    across = size * sum(run.width for run in text_runs)
    x = mark.x * OVERSAMPLING - {"start": 0, "middle": across / 2, "end": across}[mark.anchor]
    for run in text_runs:
        font = _font(run.face, max(1, round(size)))
        draw.text(
            (x, (mark.y + BASELINE * mark.size) * OVERSAMPLING), run.meant, colours()[mark.fill], font, anchor="ls"
        )
        x += size * run.width
