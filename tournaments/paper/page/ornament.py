"""The frame of a certificate: a bold line between two fine ones, with interlocking squares in the corners."""

from __future__ import annotations

from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.ink import BOLD, FINE, PLAIN, Ink


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
