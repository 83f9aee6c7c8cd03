"""Cards to cut, several on a sheet, ordered so that cutting leaves sorted piles.

The sheets are cut as one stack.  Each position on the sheet then yields a pile in order, and stacking the piles from
the first position on puts all cards in order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.ink import Ink
from tournaments.paper.page.press import Page

Card = Callable[[Ink, Box], None]


def collated(count: int, places: int) -> list[list[int | None]]:
    """For every sheet, the numbers (from 0) of the cards at its positions; None once the cards run out."""
    sheets = -(-count // places)
    numbers = [[place * sheets + sheet for place in range(places)] for sheet in range(sheets)]
    return [[number if number < count else None for number in sheet] for sheet in numbers]


def cut_sheets(cards: Sequence[Card], across: int, down: int, room: Box) -> list[Page]:
    """Bare pages with ``across`` by ``down`` cards each, and cut lines.  ``room``: the space for all cards."""
    return [
        partial(_sheet, [None if number is None else cards[number] for number in sheet], across, down, room)
        for sheet in collated(len(cards), across * down)
    ]


def _sheet(cards: Sequence[Card | None], across: int, down: int, room: Box, ink: Ink, sheet: Box) -> None:
    for card, box in zip(cards, room.grid(across, down), strict=True):
        if card:
            card(ink, box)
    for number in range(across + 1):
        cut(ink, sheet, x=room.x + number * room.width / across)
    for number in range(down + 1):
        cut(ink, sheet, y=room.y + number * room.height / down)


NEAR = 3 * MM
"""The distance from the edge of the sheet at which a line to cut at begins: printers leave that white."""
FOLD = 5 * MM
"""The length of the two ends that show where to fold."""


def cut(ink: Ink, sheet: Box, *, x: float = 0, y: float = 0) -> None:
    """Draw a line to cut at: dashed, all over a sheet, down at ``x`` or across at ``y``; none at an edge."""
    if NEAR < x < sheet.right - NEAR:
        ink.dashed(x, NEAR, x, sheet.bottom - NEAR)
    if NEAR < y < sheet.bottom - NEAR:
        ink.dashed(NEAR, y, sheet.right - NEAR, y)


def fold(ink: Ink, sheet: Box, *, x: float = 0, y: float = 0) -> None:
    """Draw where to fold, down at ``x`` or across at ``y``: only the ends of a line, as the fold is seen."""
    if x:
        for end in (NEAR, sheet.bottom - NEAR - FOLD):
            ink.dashed(x, end, x, end + FOLD)
    if y:
        for end in (NEAR, sheet.right - NEAR - FOLD):
            ink.dashed(end, y, end + FOLD, y)
