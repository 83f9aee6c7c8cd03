"""How pages write times, names of rounds, columns of figures, and what was done about something; text for XML."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from referee.core.language import language, text
from referee.core.zone import local_time


@dataclass(frozen=True, slots=True)
class StepText:
    """Something that was done about a call, a case or a penalty.  ``at``: when, formatted."""

    sentence: str
    note: str
    at: str


def moment(at: int) -> str:
    """Date and time: ``2026-11-22 14:05``."""
    return local_time(at).strftime("%Y-%m-%d %H:%M")


def clock_of_day(at: int) -> str:
    """The time: ``14:05``."""
    return local_time(at).strftime("%H:%M")


def short_moment(at: int) -> str:
    """Day and time: ``22 Nov 14:05``."""
    local = local_time(at)
    return f"{shown_day(f'{local:%m-%d}', language())} {local:%H:%M}"


ISO_DAY = re.compile(r"(\d{4}-)?(0?[1-9]|1[0-2])-\d{1,2}")


def shown_day(day: str, language: str) -> str:
    """A day as people read it: written out in words if it was given in figures, 2026-11-22, shorter without the
    year, 11-22; else as it is.
    """
    if not ISO_DAY.fullmatch(day):
        return day
    *year, month, number = map(int, day.split("-"))
    name = text(language, "papers_months").split()[month - 1]
    if year:
        return text(language, "papers_day", year=year[0], month=name, day=number)
    return text(language, "papers_day_short", month=name[:3], day=number)


def day_written(language: str, day: str) -> str:
    """A day such as ``2026-11-22``, written out in a language."""
    year, month, number = map(int, day.split("-"))
    return text(language, "day_written", year=year, month=month, day=number)


FIGURE = re.compile(r"[-−]?[\d,]+(?:\.(\d+))?")


@dataclass(frozen=True, slots=True)
class Cell:
    """A value in a column of figures.  ``pad``: the digits that it lacks to the longest of the column, rendered
    invisibly to align the decimal points.
    """

    text: str
    pad: str


def aligned(values: Iterable[str | None]) -> list[Cell]:
    """The values of a column, padded to align their decimal points; a dash for an empty one."""
    column = list(values)
    longest = max(map(_decimals, column), default=0)
    return [Cell(value or "–", _pad(value, longest)) for value in column]


def _decimals(value: str | None) -> int:
    """The number of digits after the decimal point."""
    at = FIGURE.fullmatch(value or "")
    return len(at[1] or "") if at else 0


def _pad(value: str | None, longest: int) -> str:
    if not FIGURE.fullmatch(value or "") or (own := _decimals(value)) == longest:
        return ""
    return "0" * (longest - own) if own else "." + "0" * longest


class Named(Protocol):
    """Anything that is named like a round."""

    @property
    def name(self) -> str:
        """The name in the event's language; empty if it only has a number."""

    @property
    def names(self) -> str:
        """The names by language, as JSON; empty if somebody has typed the name."""


def round_name(number: int, round_: Named | None, language: str) -> str:
    """The name of a round in a language, or "Round 3"; a name that somebody has typed stays as it is."""
    if round_ is None or not round_.name:
        return text(language, "round", number=number)
    return str(json.loads(round_.names).get(language, round_.name)) if round_.names else round_.name


NOT_IN_XML = re.compile("[\x00-\x08\x0b-\x1f\ufffe\uffff]")
"""What an XML file must not contain, however it is written (XML 1.0, 2.2); a carriage return would not survive."""


def for_xml(text: str) -> str:
    """The text without what XML does not allow; halves of letters become ``?``.

    Names and notices lose such characters when they are entered, but the log of a table keeps what a device sent, and
    older databases keep what was entered then.
    """
    return NOT_IN_XML.sub("", text).encode("utf-8", "replace").decode()
