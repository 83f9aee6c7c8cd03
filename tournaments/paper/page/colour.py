"""The event's colour: its format, and its contrast with paper.  Letters and tables stay black."""

from __future__ import annotations

import re

LEAST_CONTRAST = 4.5
"""The contrast with white paper that fine lines need to be visible, also when copied in black and white (WCAG 2.2,
1.4.3).
"""
FORM = re.compile("#[0-9A-Fa-f]{6}")

Colour = tuple[float, float, float]
"""Red, green and blue, each 0 to 1."""
BLACK: Colour = (0, 0, 0)


def parsed(text: str) -> Colour | None:
    """Parse a colour such as `#1b4f72`; None for anything else."""
    if not FORM.fullmatch(text):
        return None
    red, green, blue = (int(text[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def contrast(colour: Colour) -> float:
    """The contrast of a colour with white paper, 1 to 21 (WCAG 2.2)."""
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    luminance = sum(part * share for part, share in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))
    return 1.05 / (luminance + 0.05)
