"""The frame of a certificate: a bold line, a fine one, and interlaced corners."""

from __future__ import annotations

from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.ink import BOLD, PLAIN, Ink


def ornament(ink: Ink, box: Box) -> None:
    """The frame, inside a box of 16 mm at least."""
    ink.frame(box, BOLD)
    inner = box.inset(3.2 * MM)
    ink.frame(inner, PLAIN)
    side = 9 * MM
    for x in (inner.x, inner.right - side):
        for y in (inner.y, inner.bottom - side):
            corner = Box(x, y, side, side)
            ink.frame(corner, PLAIN)
            ink.frame(corner.inset(1.4 * MM), PLAIN)
            ink.fill(corner.inset(3.4 * MM), 0)
