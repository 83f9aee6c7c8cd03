"""How moments, rounds and cases are written on pages."""

from __future__ import annotations

from datetime import datetime

from referee.core.language import word
from referee.models import Round


def moment(at: int) -> str:
    """A moment as the hall's calendar and clock show it."""
    return datetime.fromtimestamp(at / 1000).strftime("%Y-%m-%d %H:%M")


def clock_of_day(at: int) -> str:
    """A moment as the hall's clock says it."""
    return datetime.fromtimestamp(at / 1000).strftime("%H:%M")


def short_moment(at: int) -> str:
    """A moment as the hall's clock says it."""
    return datetime.fromtimestamp(at / 1000).strftime("%m-%d %H:%M")


def round_name(number: int, round_: Round | None) -> str:
    """A round as people call it."""
    return round_.name if round_ is not None and round_.name else word("round", number=number)


def named(number: int) -> str:
    """What a case is called in its event."""
    return f"R-{number}"
