"""The way of the standings over the rounds, as far as they are published, and how far everybody is from the line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from referee.results.contest import scored
from referee.standings.final_order import ranking_of
from referee.standings.layout import places_of
from referee.standings.queries import View, standings_of
from tournaments.result import places
from tournaments.standings.sentence import figures
from tournaments.standings.tally import Value


@dataclass(frozen=True)
class Course:
    """``stops``: the rounds that count, and 0 for the end, where the final has changed the order; ``ranks``: of
    everybody who is in the standings, at each of them; ``values``: by the first criterion after the last round that
    counts; ``places``: how many go on from the top of the standings, where these alone decide; ``over``: whether this
    is the last word on the event.
    """

    stops: tuple[int, ...]
    ranks: Mapping[str, tuple[int, ...]]
    values: Mapping[str, Value]
    places: int | None
    over: bool

    @cached_property
    def players(self) -> list[str]:
        """Everybody by their last rank."""
        return sorted(self.ranks, key=lambda each: (self.ranks[each][-1], each))

    def moved(self, player: str) -> tuple[int, ...]:
        """By how many ranks somebody went up from each stop to the next; below 0 down."""
        ranks = self.ranks[player]
        return tuple(before - now for before, now in pairwise(ranks))

    def gaps(self) -> dict[str, str]:
        """By player how far they are from the line by the first criterion: from the first beyond it for those inside,
        from the last inside for the others.  Nothing where the line is not drawn by the standings.
        """
        places = self.places
        if places is None or places >= len(self.players):
            return {}
        last, first = self.values[self.players[places - 1]], self.values[self.players[places]]
        found = {
            each: self.values[each] - (first if number < places else last) for number, each in enumerate(self.players)
        }
        shown = figures(*found.values())
        return {each: text if text.startswith("-") else f"+{text}" for each, text in zip(found, shown, strict=True)}


def course_of(seen: View) -> Course | None:
    """The course; None while nothing is published.  Raises `Faulty`."""
    held = {each.result.round for each in scored(seen.facts, seen.shown) if each.counts}
    rounds = sorted(each for each in held if each <= seen.after)
    if not rounds:
        return None
    found = [standings_of(replace(seen, after=each, whole=False)) for each in rounds]
    ranking = ranking_of(seen)
    last = {row.player: row.rank for row in ranking.rows}
    tables = [{row.player: row.rank for row in each.rows} for each in found]
    stops = tuple(rounds)
    if ranking.first:
        tables, stops = [*tables, last], (*stops, 0)
    known = set.intersection(*map(set, tables))
    values = {row.player: row.values[0] or 0 for row in found[-1].rows} if found[-1].criteria else {}
    return Course(
        stops,
        {each: tuple(table[each] for table in tables) for each in known},
        {each: values.get(each, 0) for each in known},
        None if ranking.final else places_of(seen),
        ranking.final,
    )


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game in which two players sat at one table.  ``places``, ``points`` and ``assets``: of the one, of the other;
    None where there are none.
    """

    round: int
    table: int
    places: tuple[int, int]
    points: tuple[Value | None, Value | None]
    assets: tuple[int | None, int | None]


def meetings(seen: View, one: str, other: str) -> Sequence[Meeting]:
    """The published games of two players against each other, finals among them.  Raises `Faulty`."""
    found = []
    for game in scored(seen.facts, seen.shown):
        at = {each.player: each for each in game.result.players}
        if one not in at or other not in at:
            continue
        placed = places(game.result)
        points = [game.scores[each].points if each in game.scores else None for each in (one, other)]
        assets = [at[each].assets if at[each].counted else None for each in (one, other)]
        found.append(
            Meeting(
                game.result.round, game.result.table, (placed[one], placed[other]),
                (points[0], points[1]), (assets[0], assets[1]),
            )
        )  # fmt: skip
    return found
