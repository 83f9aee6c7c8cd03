"""The figures of a tournament as CSV sheets, with players by number and name, and deeds by their keys."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from referee.public.event_story.course import Course, course_of
from referee.public.event_story.joined import EventFigures
from referee.public.event_story.supposing import chances_of, open_tables
from referee.public.queries import PublicEvent
from tournaments.lists.cells import guarded
from tournaments.qualification.outlook import Chance

Row = Sequence[Any]
MINUTE = 60_000
NO_CHANCE = Chance(0, 0, 0)


def _number_and_name(public: PublicEvent, player: str) -> tuple[int, str]:
    row = public.players[player]
    return row.number, guarded(row.name)


def _ranks(public: PublicEvent, found: EventFigures, course: Course) -> Iterator[Row]:
    yield "number", "name", *(f"round_{each}" if each else "end" for each in course.stops)
    for each in course.players:
        yield *_number_and_name(public, each), *course.ranks[each]


def _needs(public: PublicEvent, found: EventFigures, course: Course) -> Iterator[Row]:
    assert public.seen is not None
    chances, gaps = chances_of(public.seen, open_tables(public)), course.gaps()
    yield "number", "name", "rank", "to_the_line", "place", "drawn", "goes_on", "decision"
    for each in course.players:
        for place, chance in (chances.get(each) or {0: NO_CHANCE}).items():
            gap = gaps.get(each, "").removeprefix("+")
            yield (
                *_number_and_name(public, each),
                course.ranks[each][-1],
                gap,
                place or "",
                chance.drawn,
                chance.inside,
                chance.tied,
            )


def _games(public: PublicEvent, found: EventFigures, course: Course) -> Iterator[Row]:
    yield "round", "table", "minutes", "reports"
    for each in found.games:
        yield each.table.round, each.table.number, round(each.figures.length / MINUTE, 1), each.figures.reports


def _deeds(public: PublicEvent, found: EventFigures, course: Course) -> Iterator[Row]:
    yield "deed", "amount", "count", "games"
    for each in found.deeds():
        yield each.key, each.amount, each.count, each.games


def _luck(public: PublicEvent, found: EventFigures, course: Course) -> Iterator[Row]:
    yield "number", "name", "charged", "charged_expected", "earned", "earned_expected"
    for player, each in found.luck().items():
        expected = [f"{float(amount):.2f}" for amount in (each.charged_expected, each.earned_expected)]
        yield *_number_and_name(public, player), each.charged, expected[0], each.earned, expected[1]


SHEETS: Mapping[str, Callable[[PublicEvent, EventFigures, Course], Iterator[Row]]] = {
    "ranks": _ranks,
    "needs": _needs,
    "games": _games,
    "deeds": _deeds,
    "luck": _luck,
}


def sheet(public: PublicEvent, found: EventFigures, name: str) -> str:
    """Return a sheet as CSV text with a header row; empty while nothing is published.  Raises `Faulty`."""
    course = course_of(public.seen) if public.seen is not None else None
    if course is None:
        return ""
    written = io.StringIO()
    csv.writer(written, lineterminator="\r\n").writerows(SHEETS[name](public, found, course))
    return written.getvalue()
