"""Moments as pages show them, by the hall's clock."""

from __future__ import annotations

from datetime import datetime


def moment(at: int) -> str:
    """A moment as the hall's calendar and clock show it."""
    return datetime.fromtimestamp(at / 1000).strftime("%Y-%m-%d %H:%M")


def clock_of_day(at: int) -> str:
    """A moment as the hall's clock says it."""
    return datetime.fromtimestamp(at / 1000).strftime("%H:%M")


def short_moment(at: int) -> str:
    """A moment as the hall's clock says it."""
    return datetime.fromtimestamp(at / 1000).strftime("%m-%d %H:%M")
