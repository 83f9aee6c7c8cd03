"""The columns of standings, with what orders the players; and where the cut is of those who go on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from typing import Any

from referee.core.language import text
from referee.core.pages.format import Cell, aligned
from referee.events.regulation_text import stage_name
from referee.standings.bracket import bracket_of
from referee.standings.final_order import ranking_of
from referee.standings.qualification import qualification_of
from referee.standings.queries import IncludedResults
from referee.standings.views import CriterionView, StandingsRow, StandingsView, classes_in
from rulesets import Money
from tournaments.lots import shown_lot
from tournaments.qualification.rule import Everybody, Exactly
from tournaments.regulation.regulation import Regulation

Ahead = Mapping[str, Mapping[str, str]]
"""What goes before the criteria: places in final stages, the last one first, and of playoffs; by title, then player."""


@dataclass(frozen=True, slots=True)
class RankColumns:
    """The columns of players.  ``ahead``: how many of them go before the criteria; ``cells``: by player."""

    ahead: int
    titles: Sequence[str]
    cells: Mapping[str, Sequence[Cell]]

    def before_finals(self, player: str) -> Cell | None:
        """The first value of the rounds before the finals; None for whom a final has placed, whose rank tells more."""
        cells = self.cells[player]
        return cells[self.ahead] if all(each.text == "–" for each in cells[: self.ahead]) else None


@dataclass(frozen=True, slots=True)
class ClassRanks:
    """The standings of a class, in the order of the class."""

    name: str
    rows: Sequence[StandingsRow]
    columns: RankColumns


def columns_of(seen: IncludedResults, standings: StandingsView, language: str) -> RankColumns:
    return _columns(seen, standings, deciding(seen, standings, language), language)


def class_columns(seen: IncludedResults, standings: StandingsView, language: str) -> list[ClassRanks]:
    """The columns of each class: with its own final if it has played one."""
    return [
        ClassRanks(name, rows, _columns(seen, standings, class_deciding(seen, standings, name, language), language))
        for name, rows in classes_in(standings.rows).items()
    ]


def _columns(seen: IncludedResults, standings: StandingsView, ahead: Ahead, language: str) -> RankColumns:
    cells = cells_of(standings, seen.facts.regulation.game.money, ahead)
    return RankColumns(len(ahead), (*ahead, *sum_titles(standings.criteria, ahead, language)), cells)


def cells_of(standings: StandingsView, money: Money, ahead: Ahead | None = None) -> Mapping[str, Sequence[Cell]]:
    """The aligned values of each player, by id.  ``money``: of the game."""
    rows = standings.rows
    columns = [
        *(aligned(places.get(row.player) for row in rows) for places in (ahead or {}).values()),
        *(
            aligned(shown_value(each.by, row.values[column], money) for row in rows)
            for column, each in enumerate(standings.criteria)
        ),
    ]
    return {row.player: [column[place] for column in columns] for place, row in enumerate(rows)}


def shown_value(by: str, value: str, money: Money) -> str:
    """The value of a criterion as people read it: assets as money, a lot by its first digits."""
    if by == "lots" and value:
        return shown_lot(int(value))
    return money.shown(Decimal(value)) if by == "assets" and value else value


def sum_titles(criteria: Sequence[CriterionView], ahead: Mapping[str, Any], language: str) -> list[str]:
    """The titles of criteria; where a final goes before them, they say that they are of the rounds before it."""
    titles = [each.title for each in criteria]
    return [text(language, "standings_before_final", title=each) for each in titles] if ahead else titles


def deciding(seen: IncludedResults, standings: StandingsView, language: str) -> Ahead:
    """What goes before the criteria in the order of everybody."""
    placed = {player for group in ranking_of(seen).first for player in group}
    playoff = dict(_played_off([row for row in standings.rows if row.player not in placed]))
    return _stage_places(seen, "", language) | ({text(language, "decisions_playoff"): playoff} if playoff else {})


def class_deciding(seen: IncludedResults, standings: StandingsView, name: str, language: str) -> Ahead:
    """What goes before the criteria in the order of a class: its own final, or what orders everybody."""
    return _stage_places(seen, name, language) or deciding(seen, standings, language)


def _stage_places(seen: IncludedResults, class_name: str, language: str) -> dict[str, dict[str, str]]:
    """The places in the final stages of the event or of a class; empty until its final is over."""
    ranking = ranking_of(seen)
    first = ranking.class_first.get(class_name, ()) if class_name else ranking.first
    placed = {player for group in first for player in group}
    shown: dict[str, dict[str, str]] = {}
    if not placed:
        return shown
    for stage in reversed(bracket_of(seen.facts, seen.shown, seen.after, class_name).stages):
        places = {
            player: str(place)
            for table in stage.tables
            for player, place in zip(table.order, table.places, strict=True)
            if player in placed
        }
        shown[stage_name(stage.name, language)] = places
    return shown


def _played_off(rows: Sequence[StandingsRow]) -> Iterator[tuple[str, str]]:
    """Yield the players who are equal in all criteria and yet have different ranks, each with the place among them."""
    for _, group in groupby(rows, key=lambda row: row.values):
        equal = list(group)
        if equal[0].rank != equal[-1].rank:
            yield from ((row.player, str(row.rank - equal[0].rank + 1)) for row in equal)


@dataclass(frozen=True, slots=True)
class Cut:
    """The line below the last player who advances, or would now.  ``before``: the player of the first row below it."""

    before: str
    text: str


def cut_text(regulation: Regulation, places: int, language: str, *, now: bool = False) -> str:
    """How many advance, and into which stage; where the plan has none, into none.  ``now``: as it stands so far."""
    if not regulation.stages:
        return text(language, "standings_cut_now_beyond" if now else "standings_cut_beyond", places=places)
    stage = text(language, f"standings_into_{regulation.stages[0]}")
    return text(language, "standings_cut_now" if now else "standings_cut", places=places, stage=stage)


def cut_of(seen: IncludedResults, standings: StandingsView, language: str) -> Cut | None:
    """The cut for the stage after the main rounds; None where there is none, or nobody below it."""
    above, rule = above_cut(seen), seen.facts.regulation.qualification
    if above is None or rule is None or above == len(standings.rows):
        return None
    now = seen.after < rule.steps[-1].after
    return Cut(standings.rows[above].player, cut_text(seen.facts.regulation, rule.places, language, now=now))


def above_cut(seen: IncludedResults) -> int | None:
    """How many rows of the standings are above the line where the places end; None if the standings alone do not decide
    who advances, and once the event is over.

    The line stands exactly there, also between players who are tied for the last place; whoever has left, gave the
    place back, or is a reserve takes none.
    """
    places, rule = advancing_places(seen), seen.facts.regulation.qualification
    ranking = ranking_of(seen)
    if places is None or rule is None or ranking.final or not seen.after:
        return None
    found = qualification_of(seen.facts, seen.after, seen.shown)
    back = {each.player for each in found.withdrawn}
    left = places
    for number, row in enumerate(ranking.rows, 1):
        goes = not row.dropped and row.player not in back and (rule.reserves or not row.reserve)
        left -= row.player in found.players if found.over else goes
        if not left:
            return number
    return None


def advancing_places(seen: IncludedResults) -> int | None:
    """How many players at the top of the standings advance; None if the standings alone do not decide who does, such as
    where classes have finals of their own.
    """
    rule = seen.facts.regulation.qualification
    if rule is None or len(rule.steps) != 1 or rule.classes:
        return None
    step = rule.steps[0]
    by_rank = isinstance(step.who, Everybody) and isinstance(step.quota, Exactly)
    return rule.places if by_rank else None
