"""The rounds of a day by name, as planned, and when they begin by the timetable."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from referee.core.pages.format import round_name
from referee.events.regulation_text import minutes_text, planned_title, tables_text
from referee.models import Round
from rulesets.languages import LANGUAGES
from tournaments.regulation.regulation import Regulation
from tournaments.timetable import times


class RoundOfDay(NamedTuple):
    """A round of the day: its number, name and duration as printed; ``tables``: the sizes of its tables in words, empty
    if they are not planned; ``lasts``: its duration in minutes, None for no limit.
    """

    number: int
    name: str
    minutes: str
    tables: str
    lasts: int | None


def rounds_of_day(regulation: Regulation | None, rows: Mapping[int, Round], language: str) -> list[RoundOfDay]:
    """The rounds as planned, or else as in the regulation.  ``rows``: by number."""
    found: dict[int, RoundOfDay] = {}
    for each in regulation.rounds if regulation else ():
        found[each.number] = RoundOfDay(
            each.number,
            planned_title(each, language),
            minutes_text(each.minutes, language),
            tables_text(each.sizes, language),
            each.minutes,
        )
    for number, row in rows.items():
        planned = found.get(number)
        name = planned.name if planned is not None and not row.name else round_name(number, row, language)
        tables = planned.tables if planned is not None else ""
        found[number] = RoundOfDay(number, name, minutes_text(row.minutes, language), tables, row.minutes)
    return [found[number] for number in sorted(found)]


def round_times(regulation: Regulation | None, rows: Mapping[int, Round], timetable: str) -> dict[int, str]:
    """When rounds begin by an event's timetable, by number; those that it does not name are left out."""
    names: dict[int, set[str]] = {}
    for language in LANGUAGES:
        for each in rounds_of_day(regulation, rows, language):
            names.setdefault(each.number, set()).add(each.name)
    return times(timetable, names)
