"""Rounding of points."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

ROUNDINGS = ("none", "down", "half_up", "up")


def rounded(points: Fraction, how: str, decimals: int) -> Fraction:
    """Round points to a number of decimals, exactly.  ``how``: ``none``, ``down``, ``half_up`` or ``up``."""
    if how == "none":
        return points
    scale = 10**decimals
    scaled = points * scale
    whole = {"down": floor(scaled), "up": ceil(scaled), "half_up": floor(scaled + Fraction(1, 2))}[how]
    return Fraction(whole, scale)
