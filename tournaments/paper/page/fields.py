"""What is drawn on many papers: fields for handwriting, QR codes, the frame of a certificate."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from itertools import pairwise

import segno

from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.ink import BOLD, FINE, PLAIN, Ink, Type

QUIET = 4
"""The white border that scanners need, in modules."""


def code(ink: Ink, link: str, box: Box) -> None:
    """Draw the QR code of a link in the middle of a box, with its white border; nothing for an empty link."""
    if not link:
        return
    rows = _modules(link)
    whole = min(box.width, box.height)
    border = whole * QUIET / (len(rows) + 2 * QUIET)
    # The name of a PDF object must be short, and without slashes and colons.
    ink.modules(f"code-{sha256(link.encode()).hexdigest()[:24]}", rows, box.centred(whole, whole).inset(border))


@lru_cache(maxsize=500)
def _modules(link: str) -> tuple[tuple[bool, ...], ...]:
    return tuple(tuple(bool(cell) for cell in row) for row in segno.make(link, error="m", micro=False).matrix)


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


def ornament(ink: Ink, box: Box) -> None:
    """Draw the frame inside a box of at least 16 mm."""
    for inset, thick in ((0.0, FINE), (1.0, BOLD), (2.0, FINE), (5.0, PLAIN)):
        ink.frame(box.inset(inset * MM), thick)
    inner, side = box.inset(2 * MM), 11 * MM
    for x in (inner.x, inner.right - side):
        for y in (inner.y, inner.bottom - side):
            for share in (0.0, 0.14, 0.28):
                ink.frame(Box(x, y, side, side).inset(share * side), FINE)
            ink.fill(Box(x, y, side, side).inset(0.42 * side), 0)
