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
from tournaments.paper.words import words


@dataclass(frozen=True, slots=True)
class DirectionSign:
    """A sign.  ``arrow``: one of `ARROWS`; ``lines``: the languages and what is said in each, from the top."""

    arrow: str
    lines: tuple[tuple[str, str], ...]


def direction_signs(signs: Sequence[DirectionSign], layout: Layout, language: str) -> bytes:
    """A landscape sheet for each sign."""
    pages = [partial(_sign, sign, layout) for sign in signs]
    return press(pages, layout.landscape, layout, language, words(language)["direction_signs"])


def _sign(sign: DirectionSign, layout: Layout, ink: Ink, sheet: Box) -> None:
    ink = ink.plain
    room, foot = sheet.inset(layout.margin * MM).rows(0, 8 * MM, gap=3 * MM)
    ink.coloured(layout.colour).rule(foot.x, foot.y, foot.right, foot.y, BOLD)
    ink.say(layout.event[ink.language], foot.inset(0, 1 * MM), Type(11, align="centre"))
    shapes = ARROWS[sign.arrow]
    text = room
    if shapes:
        side = min(room.height, room.width * 0.42)
        text, square = room.columns(0, side, gap=10 * MM) if sign.arrow == "right" else _flipped(room, side)
        for shape in shapes:
            ink.shape(shape, square.centred(side, side).inset(4 * MM))
    weights = [1.0 if not at else 0.6 for at in range(len(sign.lines))]
    heights = [text.height * weight / sum(weights) for weight in weights]
    for (spoken, said), line, weight in zip(sign.lines, text.rows(*heights), weights, strict=True):
        type = Type(150 * weight, "bold", "left" if shapes and sign.arrow != "right" else "centre", least=0.1)
        ink.speaking(spoken).name(said, line.inset(2 * MM, 3 * MM), type)


def _flipped(room: Box, side: float) -> tuple[Box, Box]:
    """The text at the right of the arrow."""
    square, text = room.columns(side, 0, gap=10 * MM)
    return text, square
