"""Rankings: the standings, the bracket and the final board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee.core.language import text
from referee.events.regulation_text import stage_name
from referee.finals.views import BracketPlayer, BracketView, final_parts
from referee.penalties.views import sanction_titles
from referee.printing.documents.results import shown_points
from referee.printing.job import PaperJob
from referee.printing.request import DocumentRequest
from referee.results.contest import scored
from referee.standings.columns import class_deciding, deciding, shown_value, sum_titles
from referee.standings.final_order import ranking_of
from referee.standings.qualification import qualifications_of, rule_of
from referee.standings.queries import IncludedResults, view
from referee.standings.views import (
    CriterionView,
    StandingsRow,
    StandingsView,
    TeamStandingsView,
    classes_in,
    standings_view,
)
from tournaments.bracket import FINAL
from tournaments.paper.documents.bracket import Slot, StageFacts, StageTable, bracket
from tournaments.paper.documents.final_board import FinalBoard, FinalLine, final_board
from tournaments.paper.documents.standings import StandingLine, StandingsSheet, TeamsTable, standings
from tournaments.paper.page.layout import of_class
from tournaments.qualification.rule import QualificationRule


def requested_standings(request: DocumentRequest) -> IncludedResults:
    """The standings after the requested round, by default the last complete one."""
    return view(request.facts, staff=True, after=request.options.round)


def standings_sheet(request: DocumentRequest) -> PaperJob:
    """The standings, with the criteria and the points of each round."""
    seen = requested_standings(request)
    found = standings_view(seen, request.language)
    rounds = [each.number for each in request.facts.regulation.rounds if each.counts and each.number <= seen.after]
    if len(rounds) == 1 and any(each.by == "points" for each in found.criteria):
        rounds = []  # a column of the same figures
    points = {number: points_of(seen, number) for number in rounds}
    goes_on = frozenset() if found.final else qualified_ids(request)  # in the end, the column of the final says more
    ahead = deciding(seen, found, request.language)
    sheet = StandingsSheet(
        seen.after,
        (
            *ahead,
            *sum_titles(found.criteria, ahead, request.language),
            *(request.layout.short_round(number, request.language) for number in rounds),
        ),
        tuple(
            StandingLine(
                row.rank,
                request.person(row.player),
                (
                    *(places.get(row.player, "") for places in ahead.values()),
                    *printed_values(request, found.criteria, row.values),
                    *(points[number].get(row.player, "–") for number in rounds),
                ),
                row.player in goes_on,
                (*row.penalties, *row.notes),
            )
            for row in found.rows
        ),
        found.final,
        None if found.teams is None else teams_table(request, found.teams),
        tuple(class_tables(request, found)),
        ways_of(ahead, found),
    )
    return PaperJob(
        standings,
        sheet,
        1 + len(sheet.lines) // 30,
        request.results_draft_note(last=None if found.final else seen.after),
    )


def class_tables(request: DocumentRequest, found: StandingsView) -> Iterator[TeamsTable]:
    """Yield the standings of each class as they are printed."""
    seen = requested_standings(request)
    for name, rows in classes_in(found.rows).items():
        ahead = class_deciding(seen, found, name, request.language)
        lines = (
            (
                str(row.class_rank),
                row.name,
                *(places.get(row.player, "") for places in ahead.values()),
                *printed_values(request, found.criteria, row.values),
            )
            for row in rows
        )
        titles = (*ahead, *sum_titles(found.criteria, ahead, request.language))
        yield TeamsTable(titles, tuple(lines), text(request.language, "standings_class", name=name))


def teams_table(request: DocumentRequest, found: TeamStandingsView) -> TeamsTable:
    """The standings of the teams as they are printed."""
    lines = (
        (
            str(row.rank),
            row.team,
            *printed_values(request, found.criteria, row.values),
        )
        for row in found.rows
    )
    return TeamsTable(tuple(each.title for each in found.criteria), tuple(lines))


def printed_values(
    request: DocumentRequest, criteria: Sequence[CriterionView], values: Sequence[str]
) -> tuple[str, ...]:
    """The values of criteria as they are printed."""
    money = request.facts.regulation.game.money
    return tuple(shown_value(each.by, value, money) or "–" for each, value in zip(criteria, values, strict=True))


def ways_of(ahead: Mapping[str, Any], found: StandingsView) -> tuple[str, ...]:
    """By what standings are ordered where it is more than their criteria: the final stages, playoffs, then those."""
    return (*ahead, *(each.title for each in found.criteria)) if ahead else ()


def points_of(seen: IncludedResults, round: int) -> dict[str, str]:
    """The points of every player in a round."""
    games = [game for game in scored(seen.facts, seen.shown) if game.result.round == round]
    return shown_points(games)


def qualified_ids(request: DocumentRequest) -> frozenset[str]:
    """The ids of the players who advance, as far as they are known after the requested round."""
    found = qualifications_of(request.facts, request.options.round)
    return frozenset(player for each in found for player in each.players)


def bracket_sheet(request: DocumentRequest) -> PaperJob:
    """The brackets as far as their results are confirmed: semi-finals and final, of the event, then of classes.

    They are the same whatever round is asked for: seeds come from all rounds that count.  Raises the problem
    ``no_qualification``.
    """
    seen = view(request.facts, staff=True)
    rule_of(request.facts)
    facts = tuple(bracket_stages(request, each.bracket) for each in final_parts(seen, request.language))
    return PaperJob(bracket, facts, draft=request.results_draft_note())


def bracket_stages(request: DocumentRequest, found: BracketView) -> tuple[StageFacts, ...]:
    """The stages of a bracket as they are printed, the class named in the titles."""
    return tuple(
        StageFacts(
            of_class(stage_name(stage.name, request.language), class_title(found.class_name, request.language)),
            tuple(
                StageTable(each.number, slots(each.players, empty, orders(request, stage.round, each.number)))
                for each in stage.tables
            ),
        )
        for stage, empty in zip(found.stages, seats_per_table(rule_of(request.facts, found.class_name)), strict=True)
    )


def class_title(name: str, language: str) -> str:
    """What a class is called in titles; empty for no class."""
    return text(language, "standings_class", name=name) if name else ""


def slots(players: Sequence[BracketPlayer], empty: int, orders: Mapping[str, int]) -> tuple[Slot, ...]:
    """The seats at a table; ``empty``: how many while its players are unknown; ``orders``: start orders by player."""
    if not players:
        return (Slot(),) * empty
    return tuple(
        Slot(each.name, each.seed, each.place or 0, each.advances, orders.get(each.player, 0), each.player)
        for each in players
    )


def orders(request: DocumentRequest, round_: int | None, number: int) -> dict[str, int]:
    """The start order by player at a table of a stage; empty until it is seated, or if it is still to be rolled."""
    seats = request.seats.get(round_) if round_ is not None else None
    tables = [each for each in seats.tables if each.number == number] if seats else []
    return {
        player: at for each in tables if not request.to_be_rolled(each) for at, player in enumerate(each.players, 1)
    }


def seats_per_table(rule: QualificationRule) -> Iterator[int]:
    """Yield the number of players per table, stage by stage."""
    people = rule.places
    for stage in rule.stages or FINAL:
        yield max(1, -(-people // stage.tables))
        people = stage.tables * (stage.advance or 0) + stage.extra


def final_board_of(request: DocumentRequest) -> FinalBoard:
    """The final order: that of the bracket, then everybody else by the standings; empty until it is known.

    An event without a final ends with its standings, once all rounds that count are complete.  Classes that have played
    a final of their own have a board each.
    """
    seen = view(request.facts, staff=True)
    found = standings_view(seen, request.language)
    if not found.final:
        return FinalBoard((), ())
    rows = [(row.rank, row) for row in found.rows]
    classes = tuple(
        board_lines(
            request,
            found,
            class_deciding(seen, found, name, request.language),
            [(row.class_rank or 0, row) for row in classes_in(found.rows)[name]],
            name,
        )
        for name in ranking_of(seen).class_first
    )
    ahead = deciding(seen, found, request.language)
    return replace(board_lines(request, found, ahead, rows), classes=classes, ways=ways_of(ahead, found))


def board_lines(
    request: DocumentRequest,
    found: StandingsView,
    ahead: Mapping[str, Mapping[str, str]],
    rows: Sequence[tuple[int, StandingsRow]],
    class_name: str = "",
) -> FinalBoard:
    """A final board.  ``ahead``: what decided before the criteria; ``rows``: each with its rank."""
    lines = []
    for rank, row in rows:
        values = (
            *(places.get(row.player, "") for places in ahead.values()),
            *printed_values(request, found.criteria[:1], row.values[:1]),
        )
        note = " / ".join(sanction_titles(request.facts.sanctions, row.player, request.language))
        lines.append(FinalLine(rank, request.person(row.player), values, note))
    title = class_title(class_name, request.language)
    return FinalBoard((*ahead, *sum_titles(found.criteria[:1], ahead, request.language)), tuple(lines), title)


def final_board_sheet(request: DocumentRequest) -> PaperJob:
    """The final board."""
    facts = final_board_of(request)
    pages = sum(1 + len(each.lines) // 20 for each in (facts, *facts.classes))
    return PaperJob(final_board, facts, pages, request.results_draft_note())
