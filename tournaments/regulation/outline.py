"""A regulation as an organizer thinks of it at first: so many people, so many hours, a final or not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil

from tournaments.fault import Fault, Faulty
from tournaments.regulation.timetable import span
from tournaments.seating.shapes import shape

SIZES: Mapping[str, tuple[int, ...]] = {
    "4-5-6": (4, 5, 6),
    "4-5": (4, 5),
    "4-5-3": (4, 5, 3),
    "4-3": (4, 3),
    "5-4": (5, 4),
    "5-6-4": (5, 6, 4),
    "3-4-5": (3, 4, 5),
}
"""The usual table sizes, the preferred one first."""
PLANS = (
    *((5, 90), (4, 90), (3, 90), (3, 75), (3, 60)),
    *((2, 75), (2, 60), (2, 45), (1, 90), (1, 75), (1, 60), (1, 45), (1, 30)),
)
"""Rounds and the minutes of each, the best first: three games of an hour or more, as at most events; where time is
short, fewer games rather than games that nobody can finish.
"""


@dataclass(frozen=True, slots=True)
class Outline:
    """What the plan of an event comes down to.

    ``minutes``: of each game; ``sizes``: of its tables, the preferred first; ``finalists``: 0 without a final;
    ``semi_tables``: of a semi-final before it, 0 without one.
    """

    rounds: int
    minutes: int
    sizes: tuple[int, ...]
    ruleset: str
    finalists: int
    semi_tables: int = 0


def proposed(
    people: int, minutes: int, sizes: tuple[int, ...], ruleset: str, *, final: bool, semi: bool = False
) -> Outline:
    """The plan that fits ``people``, and the ``minutes`` from the start of the first game to the end of the last.

    There is no final where all sit at one table, and no semi-final that most would play.  Raises `Faulty` if the
    people do not fit the tables, or not even a short game fits the time.
    """
    tables = shape(people, sizes)
    if tables is None:
        fitting = " / ".join(_listed(each) for each in SIZES.values() if shape(people, each) is not None)
        facts = {"people": people, "sizes": _listed(sizes), "fitting": fitting or "–"}
        raise Faulty([Fault("sizes", "people_unseatable", facts)])
    finalists = sizes[0] if final and len(tables) > 1 else 0
    semi_tables = semi_tables_for(people, sizes[0]) if finalists and semi else 0
    after = bool(finalists) + bool(semi_tables)
    for rounds, each in PLANS:
        if span([each] * (rounds + after)) <= minutes:
            return Outline(rounds, each, sizes, ruleset, finalists, semi_tables)
    rounds, each = PLANS[-1]
    least = ceil(span([each] * (rounds + after)) / 30) / 2
    raise Faulty([Fault("hours", "too_few_hours", {"least": f"{least:g}", "minutes": each})])


def semi_tables_for(people: int, size: int) -> int:
    """At how many tables a semi-final is played: at most four, and as many as send somebody to the final; 0 if fewer
    than a third of the people would be out before it.
    """
    fitting = (tables for tables in (4, 3, 2) if tables <= size and 3 * tables * size <= 2 * people)
    return next(fitting, 0)


def _listed(sizes: tuple[int, ...]) -> str:
    return ", ".join(map(str, sizes))
