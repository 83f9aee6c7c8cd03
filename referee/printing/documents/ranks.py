"""Rankings: the standings, the bracket and the final board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from referee.core.language import text
from referee.events.regulation_text import STAGES, stage_name
from referee.finals.views import BracketPlayer, BracketView, bracket_view
from referee.penalties.views import sanction_titles
from referee.printing.documents.results import shown_points
from referee.printing.job import PaperJob
from referee.printing.request import DocumentRequest
from referee.results.contest import scored
from referee.results.facts import Facts
from referee.standings.bracket import stages as stages_of
from referee.standings.final_order import ranking_of
from referee.standings.layout import shown_value
from referee.standings.qualification import qualification_of
from referee.standings.queries import IncludedResults, view
from referee.standings.views import (
    CriterionView,
    StandingsRow,
    StandingsView,
    TeamStandingsView,
    classes_in,
    standings_view,
)
from tournaments.paper.documents.bracket import Slot, StageFacts, StageTable, bracket
from tournaments.paper.documents.final_board import FinalBoard, FinalLine, final_board
from tournaments.paper.documents.standings import StandingLine, StandingsSheet, TeamsTable, standings
from tournaments.paper.words import words


def requested_standings(request: DocumentRequest) -> IncludedResults:
    """The standings after the requested round, by default the last complete one."""
    return view(request.facts, staff=True, after=request.options.round)


def standings_sheet(request: DocumentRequest) -> PaperJob:
    """The standings, with the criteria and the points of each round."""
    seen = requested_standings(request)
    found = standings_view(seen, request.language)
    rounds = [each.number for each in request.facts.regulation.rounds if each.counts and each.number <= seen.after]
    points = {number: points_of(seen, number) for number in rounds}
    goes_on = qualified_ids(request)
    ahead = deciding(seen, found, request.language)
    short = words(request.language)["round_short"]
    sheet = StandingsSheet(
        seen.after,
        (*ahead, *(each.title for each in found.criteria), *(short.format(round=number) for number in rounds)),
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
    )
    return PaperJob(
        standings,
        sheet,
        1 + len(sheet.lines) // 30,
        request.results_draft_note(last=None if found.final else seen.after),
    )


def class_tables(request: DocumentRequest, found: StandingsView) -> Iterator[TeamsTable]:
    """Yield the standings of each class as they are printed."""
    titles = tuple(each.title for each in found.criteria)
    for name, rows in classes_in(found.rows).items():
        lines = (
            (
                str(row.class_rank),
                row.name,
                *printed_values(request, found.criteria, row.values),
            )
            for row in rows
        )
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


def points_of(seen: IncludedResults, round: int) -> dict[str, str]:
    """The points of every player in a round, with enough decimals to tell them apart."""
    return shown_points(game for game in scored(seen.facts, seen.shown) if game.result.round == round)


def qualified_ids(request: DocumentRequest) -> frozenset[str]:
    """The ids of the players who advance, as far as they are known after the requested round."""
    if request.facts.regulation.qualification is None:
        return frozenset()
    return frozenset(qualification_of(request.facts, request.options.round).players)


def requested_bracket(request: DocumentRequest) -> BracketView:
    """The bracket as far as its results are confirmed.  Raises the problem ``no_qualification``."""
    return bracket_view(request.facts, "confirmed", request.options.round, request.language)


def bracket_sheet(request: DocumentRequest) -> PaperJob:
    """The bracket: semi-finals and final.  Raises the problem ``no_qualification``."""
    found = requested_bracket(request).stages
    facts = tuple(
        StageFacts(
            stage_title(stage.name, request.language),
            tuple(
                StageTable(each.number, slots(each.players, empty, orders(request, stage.round, each.number)))
                for each in stage.tables
            ),
        )
        for stage, empty in zip(found, seats_per_table(request.facts), strict=True)
    )
    return PaperJob(bracket, facts, draft=request.results_draft_note(last=request.options.round))


def stage_title(stage: str, language: str) -> str:
    """The name of a stage; that of a regulation's own as it is."""
    return stage_name(stage, language) if stage in STAGES else stage


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


def seats_per_table(facts: Facts) -> Iterator[int]:
    """Yield the number of players per table, stage by stage."""
    rule = facts.regulation.qualification
    people = rule.places if rule is not None else 0
    for stage in stages_of(facts):
        yield max(1, -(-people // stage.tables))
        people = stage.tables * (stage.advance or 0) + stage.extra


def deciding(seen: IncludedResults, found: StandingsView, language: str) -> dict[str, dict[str, str]]:
    """What goes before the criteria in an order: the places in the final stages, the last one first, and the order of
    playoffs; each by player, by its title.
    """
    placed = {player for group in ranking_of(seen).first for player in group}
    shown: dict[str, dict[str, str]] = {}
    if placed:
        for stage in reversed(bracket_view(seen.facts, seen.shown, seen.after, language).stages):
            places = {each.player: str(each.place or "") for table in stage.tables for each in table.players}
            shown[stage_title(stage.name, language)] = {each: place for each, place in places.items() if each in placed}
    playoff = dict(played_off([row for row in found.rows if row.player not in placed]))
    return shown | ({text(language, "decisions_playoff"): playoff} if playoff else {})


def played_off(rows: Sequence[StandingsRow]) -> Iterator[tuple[str, str]]:
    """Yield the players who are equal in all criteria and yet have different ranks, each with the place among them."""
    for _, group in groupby(rows, key=lambda row: row.values):
        equal = list(group)
        if equal[0].rank != equal[-1].rank:
            yield from ((row.player, str(row.rank - equal[0].rank + 1)) for row in equal)


def final_board_of(request: DocumentRequest) -> FinalBoard:
    """The final order: that of the bracket, then everybody else by the standings; empty until it is known.

    An event without a final ends with its standings, once all rounds that count are complete.
    """
    seen = view(request.facts, staff=True)
    found = standings_view(seen, request.language)
    if not found.final:
        return FinalBoard((), ())
    ahead = deciding(seen, found, request.language)
    lines = []
    for row in found.rows:
        values = (
            *(places.get(row.player, "") for places in ahead.values()),
            *printed_values(request, found.criteria[:1], row.values[:1]),
        )
        note = " / ".join(sanction_titles(request.facts.sanctions, row.player, request.language))
        lines.append(FinalLine(row.rank, request.person(row.player), values, note))
    return FinalBoard((*ahead, *(each.title for each in found.criteria[:1])), tuple(lines))


def final_board_sheet(request: DocumentRequest) -> PaperJob:
    """The final board."""
    facts = final_board_of(request)
    return PaperJob(final_board, facts, 1 + len(facts.lines) // 20, request.results_draft_note())
