"""A moment of a game as a picture: the board, what happened, and everybody's cash."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from referee.pictures.board import board, disc
from referee.pictures.svg import Caption, Mark, Picture, Rect
from tournaments.paper.type.characters import clean

if TYPE_CHECKING:
    from tournaments.paper.type.fitting import Setting

WIDTH, HEIGHT = 1200, 630
"""The size of link previews on other sites."""
EDGE = 20
LEFT = HEIGHT + 20
RIGHT = WIDTH - 40
LEADING = 1.3
STRIPES = ("purple", "sky", "pink", "orange", "red", "yellow", "green", "navy")


@dataclass(frozen=True, slots=True)
class Holder:
    """A player.  ``amount``: their cash, ``cash``: the same as text."""

    key: str
    name: str
    amount: int
    cash: str
    out: bool


@dataclass(frozen=True, slots=True)
class PictureMoment:
    """What the picture shows.  ``head``: event and table; ``sentence``: what happened."""

    head: str
    sentence: str
    printed: Mapping[str, Any]
    position: Mapping[str, Any]
    holders: Sequence[Holder]


def fit_text(text: str, width: float, height: float, size: float, floor: float, language: str) -> Setting:
    """Set a text in lines as large as there is room, at most at ``size``; cut if it has no room at ``floor``."""
    from tournaments.paper.type.fitting import TypeRoom, cut, several_lines

    room, cleaned = TypeRoom(width, height, floor, LEADING), clean(text)
    return several_lines(cleaned, room, size, language, "bold") or cut(cleaned, room, language, "bold")


def text_lines(setting: Setting, x: float, y: float, fill: str) -> Iterator[Mark]:
    """Draw lines of text; ``x`` and ``y`` are their top left corner."""
    for number, line in enumerate(setting.lines):
        middle = y + number * setting.leading + setting.size * LEADING / 2
        yield Caption(x, middle, line.rstrip(), setting.size, fill, "start")


def moment_picture(seen: PictureMoment, language: str) -> Picture:
    return Picture(WIDTH, HEIGHT, f"{seen.head}: {seen.sentence}", language, list(_marks(seen, language)))


def draw_background(x: float = 0) -> Iterator[Mark]:
    """Draw the background: a sheet from ``x`` on, with a stripe of the deeds' colours along its top edge."""
    yield Rect(0, 0, WIDTH, HEIGHT, "ground")
    yield Rect(x, 0, WIDTH - x, HEIGHT, "sheet")
    part = (WIDTH - x) / len(STRIPES)
    yield from (Rect(x + number * part, 0, part, 10, name) for number, name in enumerate(STRIPES))


def _marks(seen: PictureMoment, language: str) -> Iterator[Mark]:
    yield from draw_background(LEFT - 10)
    seats = [each.key for each in seen.holders]
    yield from board(seen.printed, seen.position, seats, (EDGE, EDGE, HEIGHT - 2 * EDGE))
    across = RIGHT - LEFT - 10
    yield from text_lines(fit_text(seen.head, across, 64, 26, 20, language), LEFT + 15, 30, "faint")
    high = 52 if len(seats) > 5 else 62
    rows = HEIGHT - 24 - high * len(seats)
    yield from text_lines(fit_text(seen.sentence, across, rows - 130, 38, 22, language), LEFT + 15, 106, "ink")
    most = max([1, *(each.amount for each in seen.holders)])
    for number, each in enumerate(seen.holders):
        middle = rows + high * number + high / 2
        ink = "faint" if each.out else "ink"
        yield from disc(number, each.key, LEFT + 33, middle, 16)
        name = fit_text(each.name, across - 250, 30, 24, 18, language)
        yield Caption(LEFT + 64, middle - 6, name.lines[0].rstrip(), name.size, ink, "start")
        yield Caption(RIGHT, middle - 6, each.cash, 26, ink, "end")
        yield Rect(LEFT + 64, middle + 12, RIGHT - LEFT - 64, 6, "sunk", round=3)
        if each.amount > 0:
            yield Rect(LEFT + 64, middle + 12, (RIGHT - LEFT - 64) * each.amount / most, 6, "mark", round=3)
