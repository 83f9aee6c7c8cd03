"""Views of the bracket and of decisions, for pages and the API."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from referee.core.rows import shown_as
from referee.models import DecisionMade
from referee.results.facts import Facts
from referee.standings.bracket import bracket_of, round_of_stage
from referee.standings.qualification import qualification_of, rule_of
from referee.standings.qualification_views import QualificationView, classes_with_final, qualification_view
from referee.standings.queries import IncludedResults
from referee.standings.views import PlayerName, WantedView, names_of, wanted_view
from tournaments.bracket import FINAL, StageDrawn


@dataclass(frozen=True, slots=True)
class SeedView:
    """A player of the final stages."""

    player: str
    number: int
    name: str
    seed: int


@dataclass(frozen=True, slots=True)
class BracketPlayer(SeedView):
    """A player at a table of a stage."""

    place: int | None
    advances: bool


@dataclass(frozen=True, slots=True)
class BracketTable:
    """A table of a stage; the players by place once it is over, by seed before."""

    number: int
    players: Sequence[BracketPlayer]


@dataclass(frozen=True, slots=True)
class StageView:
    """A stage.  ``advance_per_table``: how many advance from each table."""

    name: str
    round: Annotated[int | None, "The round's number."]
    advance_per_table: int | None
    tables: Sequence[BracketTable]
    advance: Sequence[SeedView]
    wanted: Sequence[WantedView]


@dataclass(frozen=True, slots=True)
class RankedView(SeedView):
    """A player in the final order."""

    rank: int


@dataclass(frozen=True, slots=True)
class BracketView:
    """The stages after the qualification, as far as they are known, and the final order."""

    class_name: Annotated[str, "The class whose final it is; empty: the event's."]
    classes: Annotated[Sequence[str], "The classes that have a final of their own."]
    seeds: Sequence[SeedView]
    stages: Sequence[StageView]
    final_order: Sequence[RankedView]


SeedFacts = Callable[[str], tuple[str, int, str, int]]
"""Returns the id, number, name and seed of the player with an id."""


def bracket_view(facts: Facts, shown: str, after: int | None, language: str, class_name: str = "") -> BracketView:
    """The stages with their tables, who advances, and the final order.

    Raises the problem ``no_qualification``, and `Faulty`.
    """
    rule, found = rule_of(facts, class_name), bracket_of(facts, shown, after, class_name)
    names = names_of(facts)
    numbers = {each.id: each.number for each in facts.entrants}

    def seed_facts(player: str) -> tuple[str, int, str, int]:
        return player, numbers[player], names[player], found.seeds[player]

    return BracketView(
        class_name=class_name,
        classes=classes_with_final(facts),
        seeds=[SeedView(*seed_facts(player)) for player in found.seeds],
        stages=[
            StageView(
                name=stage.name,
                round=round_of_stage(facts, stage.name),
                advance_per_table=planned.advance,
                tables=_tables(stage, seed_facts),
                advance=[SeedView(*seed_facts(player)) for player in stage.advance],
                wanted=[wanted_view(each, names, language) for each in stage.wanted],
            )
            for stage, planned in zip(found.stages, rule.stages or FINAL, strict=True)
        ],
        final_order=_ranked(found.final_order, seed_facts),
    )


@dataclass(frozen=True, slots=True)
class FinalPart:
    """A final as pages show it: of the event, or of a class.  ``over``: whether it is settled who plays for it."""

    class_name: str
    going: QualificationView
    bracket: BracketView
    over: bool


def final_parts(seen: IncludedResults, language: str) -> list[FinalPart]:
    """The finals by the results of a view: that of the event, then those of classes; empty without any.

    Where every player's class has its own, the event has no other to show.  Raises `Faulty`.
    """
    facts, parts = seen.facts, list[FinalPart]()
    playing = {each.class_ for each in facts.competing}
    for rule in facts.regulation.finals:
        if rule.classes and playing and not any(map(rule.takes, playing)):
            continue
        found = qualification_of(facts, seen.after, seen.shown, rule.class_name)
        going = qualification_view(facts, found, seen.after, language)
        drawn = bracket_view(facts, seen.shown, seen.after, language, rule.class_name)
        parts.append(FinalPart(rule.class_name, going, drawn, found.over))
    return parts


def _tables(stage: StageDrawn, seed_facts: SeedFacts) -> list[BracketTable]:
    tables = []
    for table in stage.tables:
        places: Mapping[str, int] = dict(zip(table.order, table.places, strict=True)) if table.order else {}
        players = [
            BracketPlayer(*seed_facts(player), places.get(player), player in stage.advance)
            for player in table.order or table.players
        ]
        tables.append(BracketTable(table.number, players))
    return tables


def _ranked(groups: Sequence[Sequence[str]], seed_facts: SeedFacts) -> list[RankedView]:
    rows: list[RankedView] = []
    for group in groups:
        rank = len(rows) + 1
        rows += [RankedView(*seed_facts(player), rank) for player in group]
    return rows


@dataclass(frozen=True, slots=True)
class DecisionView:
    """A decision that was made.  ``race``: the throws of a dice race; ``lots``: those drawn, by the player's id."""

    id: str
    event_id: str
    about: str
    by: str
    players: Annotated[Sequence[PlayerName], "The players, best first."]
    note: str | None
    race: Mapping[str, Any] | None
    lots: Mapping[str, Any] | None
    author: str
    made_at: int
    withdrawn_at: int | None
    withdrawn_by: str | None
    withdrawn_reason: str | None


@dataclass(frozen=True, slots=True)
class DecisionPage:
    """The questions that wait for a decision, and the decisions made, newest first."""

    wanted: Sequence[WantedView]
    rows: Sequence[DecisionView]
    next: str | None = None


def decision_view(decision: DecisionMade, names: Mapping[str, str]) -> DecisionView:
    """The view of a decision.  ``names``: the players' names by id."""
    details = json.loads(decision.details)
    withdrawn = details.get("withdrawn", {})
    return shown_as(
        DecisionView,
        decision,
        players=[PlayerName(each, names.get(each, each)) for each in json.loads(decision.players)],
        **{key: details.get(key) for key in ("note", "race", "lots")},
        withdrawn_by=withdrawn.get("by"),
        withdrawn_reason=withdrawn.get("reason"),
    )
