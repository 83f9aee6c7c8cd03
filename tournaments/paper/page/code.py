"""QR codes, drawn as vectors."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

import segno

from tournaments.paper.page.box import Box
from tournaments.paper.page.ink import Ink

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
