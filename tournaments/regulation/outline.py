"""A regulation as an organizer thinks of it at first: so many people, so many hours, a final or not;
and when the games of a plan begin and end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from tournaments.fault import Fault, Faulty
from tournaments.regulation.round import PlannedRound
from tournaments.seating.shapes import shape

PAUSE = 15
"""Minutes between two games: to count, to enter the results, to change tables."""
MEAL = 45
"""Minutes of the pause in the middle of a long day."""
LONG = 5 * 60
"""From how many minutes on a day has a meal in it."""


@dataclass(frozen=True, slots=True)
class PlayingTime:
    """Games that are played at the same time.

    ``starts``, ``ends``: minutes since midnight; the end is None for a game without limit, and so is the start of what
    follows it.  ``meal``: whether the pause after it is a long one.
    """

    rounds: tuple[PlannedRound, ...]
    starts: int | None
    ends: int | None
    meal: bool


def span(minutes: Sequence[int]) -> int:
    """The minutes from the start of the first game to the end of the last, ``minutes`` being those of each game."""
    return sum(minutes) + sum(_pauses(minutes))


def timetable(rounds: Sequence[PlannedRound], starts: int) -> list[PlayingTime]:
    """The timetable of a plan whose first game begins at ``starts``, in minutes since midnight."""
    together: dict[int, list[PlannedRound]] = {}
    for each in rounds:
        together.setdefault(each.beside or each.number, []).append(each)
    games = [tuple(together[number]) for number in sorted(together)]
    lasting = [max(each.minutes or 0 for each in game) for game in games]
    pauses = [*_pauses(lasting), 0]
    slots, at = [], starts if games else None
    for game, minutes, pause in zip(games, lasting, pauses, strict=True):
        ends = None if at is None or any(each.minutes is None for each in game) else at + minutes
        slots.append(PlayingTime(game, at, ends, pause == MEAL))
        at = None if ends is None else ends + pause
    return slots


def _pauses(minutes: Sequence[int]) -> list[int]:
    """The pauses between games; the one nearest to the middle of a long day is for a meal."""
    pauses = [PAUSE] * (len(minutes) - 1)
    if pauses and sum(minutes) + sum(pauses) >= LONG:
        half, done = sum(minutes) / 2, [sum(minutes[: number + 1]) for number in range(len(pauses))]
        pauses[min(range(len(pauses)), key=lambda number: abs(done[number] - half))] = MEAL
    return pauses


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
