"""Seasons: a ranking of people over several events, by a rule that is data.

A rule is TOML, like a regulation: points by final rank in an event, points for taking part, and how many results count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial

from tournaments.fault import Faulty
from tournaments.section import Section
from tournaments.toml_text import parse

MOST_PLACES = 200
MOST_EVENTS = 100
SHARED = ("average", "best")
NO_RESULT = 1_000_000
"""A rank below all possible ones: a person with fewer results comes after one with more of the same ranks."""


@dataclass(frozen=True, slots=True)
class SeasonRule:
    """The rule of a season.

    ``points``: by rank, for the first one first; ``part``: for everybody who took part, in addition; ``best``: how many
    of the best results count (None: all); ``shared``: tied people get the ``average`` of the points for their ranks or
    the ``best``.
    """

    points: tuple[Fraction, ...]
    part: Fraction
    best: int | None
    shared: str


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A person in a season.

    ``rank``: shared by equals; ``of_events``: the points of each event, None if the person did not take part;
    ``counting``: the events that count, by number from 0.
    """

    rank: int
    person: str
    points: Fraction
    of_events: tuple[Fraction | None, ...]
    counting: frozenset[int]


def read_season(text: str) -> SeasonRule:
    """Read a rule from text.  Raises `Faulty` with every fault."""
    section = Section(parse(text, Decimal))
    section.whole("format", 1, 1)
    rule = SeasonRule(
        section.numbers("points"),
        section.number("part", Fraction(0)),
        section.whole("best", 1, MOST_EVENTS) if section.has("best") else None,
        section.one_of("shared", SHARED, "average"),
    )
    if len(rule.points) > MOST_PLACES:
        section.fault("points", "season_places_many", most=MOST_PLACES)
    if list(rule.points) != sorted(rule.points, reverse=True) or any(each < 0 for each in (*rule.points, rule.part)):
        section.fault("points", "season_points_falling")
    section.done()
    if section.faults:
        raise Faulty(section.faults)
    return rule


def season_ranking(rule: SeasonRule, events: Sequence[Mapping[str, int]]) -> tuple[SeasonRow, ...]:
    """The ranking of a season.  ``events``: for each event the final rank by person, shared by equals.

    More points are ahead; ties are broken by more first places, then second ones, and so on, among the results that
    count.
    """
    awarded = [_points(rule, ranks) for ranks in events]
    people = sorted({person for ranks in events for person in ranks})
    keys = {}
    scores = {}
    for person in people:
        own = {number: points[person] for number, points in enumerate(awarded) if person in points}
        ranks = {number: events[number][person] for number in own}
        best = sorted(own, key=partial(_result_key, own, ranks))
        counting = frozenset(best[: rule.best])
        total = sum((own[number] for number in counting), Fraction(0))
        scores[person] = (total, tuple(own.get(number) for number in range(len(events))), counting)
        keys[person] = (-total, [*sorted(ranks[number] for number in counting), NO_RESULT])
    found: list[SeasonRow] = []
    for number, person in enumerate(ordered := sorted(people, key=lambda each: (keys[each], each)), 1):
        rank = found[-1].rank if found and keys[ordered[number - 2]] == keys[person] else number
        found.append(SeasonRow(rank, person, *scores[person]))
    return tuple(found)


def _result_key(points: Mapping[int, Fraction], ranks: Mapping[int, int], number: int) -> tuple[Fraction, int]:
    """The sort key of results, the best first: by points, then by rank."""
    return -points[number], ranks[number]


def _points(rule: SeasonRule, ranks: Mapping[str, int]) -> dict[str, Fraction]:
    sharing: dict[int, int] = {}
    for rank in ranks.values():
        sharing[rank] = sharing.get(rank, 0) + 1
    found = {}
    for person, rank in ranks.items():
        taken = rule.points[rank - 1 : rank - 1 + sharing[rank]]
        average = sum(taken, Fraction(0)) / sharing[rank]
        best = taken[0] if taken else Fraction(0)
        found[person] = (best if rule.shared == "best" else average) + rule.part
    return found
