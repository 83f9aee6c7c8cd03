"""How pages write moments, rounds, and what was done about something."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from referee.core.language import text
from referee.models import Round


@dataclass(frozen=True, slots=True)
class StepText:
    """Something that was done about a call, a case or a penalty.  ``at``: when, as it is written."""

    sentence: str
    note: str
    at: str


def moment(at: int) -> str:
    """Date and time: ``2026-11-22 14:05``."""
    return datetime.fromtimestamp(at / 1000).strftime("%Y-%m-%d %H:%M")


def clock_of_day(at: int) -> str:
    """The time: ``14:05``."""
    return datetime.fromtimestamp(at / 1000).strftime("%H:%M")


def short_moment(at: int) -> str:
    """Day and time: ``11-22 14:05``."""
    return datetime.fromtimestamp(at / 1000).strftime("%m-%d %H:%M")


def round_name(number: int, round_: Round | None, language: str) -> str:
    """The name of a round, or "Round 3" in a language."""
    return round_.name if round_ is not None and round_.name else text(language, "round", number=number)
