"""How the published standings changed over the rounds, and how far everybody is from the qualification line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from referee.results.contest import scored
from referee.standings.columns import above_cut
from referee.standings.final_order import ranking_of
from referee.standings.queries import IncludedResults, standings_of
from tournaments.result import places
from tournaments.standings.sentence import figures
from tournaments.standings.tally import Value


@dataclass(frozen=True)
class Course:
    """Everybody's ranks over the rounds.

    ``stops``: the rounds that count, then 0 for the end if the final has changed the order; ``ranks``: by player, the
    rank at each stop; ``values``: by player, the value of the first criterion after the last round that counts;
    ``places``: how many ranks are above the cut, None where the standings alone do not decide it; ``over``: whether the
    order is final.
    """

    stops: tuple[int, ...]
    ranks: Mapping[str, tuple[int, ...]]
    values: Mapping[str, Value]
    places: int | None
    over: bool

    @cached_property
    def players(self) -> list[str]:
        """The players in order of their latest rank."""
        return sorted(self.ranks, key=lambda each: (self.ranks[each][-1], each))

    def moved(self, player: str) -> tuple[int, ...]:
        """By how many ranks a player went up from each stop to the next; negative for down."""
        ranks = self.ranks[player]
        return tuple(before - now for before, now in pairwise(ranks))

    def gaps(self) -> dict[str, str]:
        """By player, the distance from the qualification line by the first criterion: for those above it, the lead over
        the first player below it; for those below it, the gap to the last player above it.  Empty where the standings
        alone do not decide who qualifies.
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


def course_of(seen: IncludedResults) -> Course | None:
    """The course of the standings; None while nothing is published.  Raises `Faulty`."""
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
        above_cut(seen),
        ranking.final,
    )


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game that two players played at the same table.  ``places`` and ``points``: pairs, the first player's and the
    second's; None where there are no points.
    """

    round: int
    table: int
    places: tuple[int, int]
    points: tuple[Value | None, Value | None]


def meetings(seen: IncludedResults, one: str, other: str) -> Sequence[Meeting]:
    """The published games of two players against each other, including finals.  Raises `Faulty`."""
    found = []
    for game in scored(seen.facts, seen.shown):
        if not {one, other} <= {each.player for each in game.result.players}:
            continue
        placed = places(game.result)
        points = [game.scores[each].points if each in game.scores else None for each in (one, other)]
        found.append(
            Meeting(game.result.round, game.result.table, (placed[one], placed[other]), (points[0], points[1]))
        )
    return found
