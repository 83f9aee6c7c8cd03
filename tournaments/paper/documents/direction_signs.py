"""Direction signs: a large arrow and a word, in one language or in several one above the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.ink import BOLD, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import press
from tournaments.paper.signs import ARROWS
from tournaments.paper.type.runs import width
from tournaments.paper.words import words


@dataclass(frozen=True, slots=True)
class DirectionSign:
    """A sign.  ``arrow``: one of `ARROWS`; ``lines``: the languages and what is said in each, from the top."""

    arrow: str
    lines: tuple[tuple[str, str], ...]


LARGEST, SMALLEST = 150.0, 60.0
"""The sizes of the words; a longer text is set smaller than the others."""
SECOND = 0.6
"""The size of further languages, as a fraction of that of the first."""
LARGER = 4 / 3
"""How much larger a short word is than the longest, at most, so that the signs of a hall look like one another."""
BETWEEN = 12 * MM
"""Between the arrow and the words."""


def direction_signs(signs: Sequence[DirectionSign], layout: Layout, language: str) -> bytes:
    """A landscape sheet for each sign."""
    side, text = _widths(layout.landscape.inset(layout.margin * MM))
    sizes = [min(LARGEST, text / _natural(sign)) if ARROWS[sign.arrow] else LARGEST for sign in signs]
    least = min((each for each in sizes if each >= SMALLEST), default=LARGEST)
    pages = [
        partial(_sign, sign, max(least, min(size, least * LARGER)), side, layout)
        for sign, size in zip(signs, sizes, strict=True)
    ]
    return press(pages, layout.landscape, layout, language, words(language)["direction_signs"])


def _widths(room: Box) -> tuple[float, float]:
    """The side of an arrow, and how wide the words beside it may be."""
    side = room.width * 0.31
    return side, room.width - side - BETWEEN


def _natural(sign: DirectionSign) -> float:
    """How wide the words of a sign are at size 1."""
    return max(width(said, spoken, "bold") * (SECOND if at else 1) for at, (spoken, said) in enumerate(sign.lines))


def _sign(sign: DirectionSign, size: float, side: float, layout: Layout, ink: Ink, sheet: Box) -> None:
    ink = ink.plain
    room, foot = sheet.inset(layout.margin * MM).rows(0, 8 * MM, gap=3 * MM)
    ink.coloured(layout.colour).rule(foot.x, foot.y, foot.right, foot.y, BOLD)
    ink.say(layout.event[ink.language], foot.inset(0, 1 * MM), Type(11, align="centre"))
    shapes = ARROWS[sign.arrow]
    if not shapes:
        _words(sign, ink, room, LARGEST)
        return
    wide = min(_natural(sign) * size + 1, room.width - side - BETWEEN)
    group = room.centred(side + BETWEEN + wide, room.height)
    text, square = group.columns(0, side, gap=BETWEEN)
    if sign.arrow != "right":  # the arrow stands where it points to
        square, text = group.columns(side, 0, gap=BETWEEN)
    for shape in shapes:
        ink.shape(shape, square.centred(side, side).inset(4 * MM))
    _words(sign, ink, text, size)


def _words(sign: DirectionSign, ink: Ink, box: Box, size: float) -> None:
    """Draw what is said, the languages below one another in the middle of the height."""
    weights = [SECOND if at else 1.0 for at in range(len(sign.lines))]
    heights = [box.height * weight / sum(weights) for weight in weights]
    if ARROWS[sign.arrow]:
        heights = [min(height, size * weight * 1.35) for height, weight in zip(heights, weights, strict=True)]
        box = box.centred(box.width, sum(heights))
    for (spoken, said), line, weight in zip(sign.lines, box.rows(*heights), weights, strict=True):
        own = ink.speaking(spoken)
        if ARROWS[sign.arrow]:
            own.name(said, line, Type(size * weight, "bold", least=0.1))
        else:
            own.write(said, line.inset(2 * MM, 3 * MM), Type(size * weight, "bold", "centre", least=0.1, leading=1.2))
