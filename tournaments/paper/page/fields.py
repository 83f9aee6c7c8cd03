"""Fields for handwriting: a line to write on, a box to tick, a box to sign in, and a signature given on a screen."""

from __future__ import annotations

from itertools import pairwise

from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.ink import FINE, PLAIN, Ink, Type


def blank(ink: Ink, label: str, box: Box) -> None:
    """Draw a label and a line to write on."""
    left, right = box.columns(14 * MM, 0)
    ink.say(label, left, Type(9))
    ink.rule(right.x, right.bottom - 1.2 * MM, right.right, right.bottom - 1.2 * MM, FINE)


def choice(ink: Ink, label: str, box: Box) -> None:
    """Draw a box to tick and its label."""
    left, right = box.columns(5 * MM, 0)
    ink.frame(Box(left.x, left.y + left.height / 2 - 1.5 * MM, 3 * MM, 3 * MM), PLAIN)
    ink.say(label, right, Type(9, least=0.5))


def order_box(ink: Ink, box: Box) -> None:
    """Draw a small box at the left for a start order that is rolled at the table."""
    side = min(box.width, box.height) * 0.85
    ink.frame(Box(box.x, box.y + (box.height - side) / 2, side, side), PLAIN, 0.6 * MM)


def signature(ink: Ink, label: str, box: Box) -> None:
    """Draw a box to sign in, with its label small in the corner."""
    ink.frame(box, PLAIN, 1 * MM)
    ink.say(label, Box(box.x + 1.5 * MM, box.y + 0.8 * MM, box.width - 3 * MM, 4 * MM), Type(7.5))


def drawn_signature(ink: Ink, path: str, box: Box) -> None:
    """Draw a signature that was given on a touchscreen, as large as possible in the middle of a box.

    ``path``: an SVG path of straight lines in a box of 300 by 100; empty for no signature.
    """
    by = min(box.width / 300, box.height / 100)
    room = box.centred(300 * by, 100 * by)
    for stroke in filter(None, path.split("M")):
        points = [tuple(map(int, point.split())) for point in stroke.split("L")]
        for (x, y), (x2, y2) in pairwise(points):
            ink.rule(room.x + x * by, room.y + y * by, room.x + x2 * by, room.y + y2 * by, PLAIN)
