"""The event report: the regulation and deviations from it, rulings, corrections, point adjustments, decisions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from sqlmodel import col, or_, select

from referee.core.chain import ChainLine
from referee.core.service import service
from referee.events.regulation import Version, parse_regulation, versions
from referee.finals.questions import decisions_of
from referee.log.table_game import TableGames
from referee.log.text import taken_back
from referee.models import Activation, Case, CaseStep, Entry, GameTable, Round, TableResult
from referee.penalties.queries import penalties_of
from referee.penalties.views import penalty_sentence, penalty_views, step_sentence
from referee.printing.documents import report_day
from referee.printing.documents.cards import staff
from referee.printing.documents.game_record import sentence
from referee.printing.documents.programme import labelled
from referee.printing.documents.report_cases import CaseLine, cases, report_lines
from referee.printing.documents.rules_booklet import regulation_lines
from referee.printing.job import PaperJob
from referee.printing.request import DocumentRequest
from referee.results.contest import WITHDRAWAL
from referee.seating.versions import read as read_document
from referee.seating.versions import versions as seatings
from referee.seating.views import move_view
from referee.standings.queries import adjustments_of
from tournaments.paper.documents.event_report import EventReport, ReportLine, ReportPart, event_report
from tournaments.paper.words import words
from tournaments.points.score import figure

MINUTE = 60_000
MEANS = frozenset({"playoff", "dice_race", "roll_off", "vote", "name", WITHDRAWAL})
"""The means of decision that have a text."""


def report(request: DocumentRequest) -> PaperJob:
    """The report of the whole event so far."""
    every = versions(request.session, request.event)
    parts = (
        ReportPart(request.text("papers_report_cases"), tuple(cases(request))),
        ReportPart(request.text("tab_penalties"), tuple(penalties(request))),
        ReportPart(request.text("papers_report_rulings"), tuple(logged_entries(request, "ruling"))),
        ReportPart(request.text("papers_report_points"), tuple(points(request))),
        ReportPart(request.text("papers_report_decisions"), tuple(manual_decisions(request))),
        ReportPart(request.text("papers_report_deviations"), tuple(deviations(request, every))),
        ReportPart(request.text("papers_report_extensions"), tuple(extensions(request))),
        ReportPart(request.text("papers_report_seating"), tuple(seating(request))),
        ReportPart(request.text("papers_report_players"), tuple(players(request))),
        ReportPart(
            request.text("papers_report_corrections"),
            (*corrected_results(request), *logged_entries(request, "retract")),
        ),
    )
    tables = tuple(each(request) for each in (report_day.ranking, report_day.winners, report_day.people))
    figures = tuple(each for each in report_day.figures(request) if each[1])
    title = request.layout.event[request.language]
    facts = EventReport(title, figures, tables, parts, tuple(signers(request)))
    lines = sum(len(table.rows) for part in tables for _, table in part.tables) + sum(len(each.lines) for each in parts)
    draft = request.results_draft_note() if request.regulation is not None else ""
    return PaperJob(event_report, facts, 1 + lines // 40, draft, names=request.names)


def signers(request: DocumentRequest) -> Iterator[str]:
    """Yield who signs: an organizer and a head judge, with their names if there is only one of them."""
    for role in ("organizer", "head_judge"):
        title = request.text(f"role_{role}")
        names = [each.person.name for each in staff(request) if each.role == title]
        yield labelled(title, names[0], request.language) if len(names) == 1 else title
    yield request.text("papers_report_signed")


def short_round(request: DocumentRequest, number: int) -> str:
    """The abbreviated name of a round."""
    return request.layout.short_round(number, request.language)


def joined(*parts: str | None) -> str:
    """The parts that are not empty, joined by dashes."""
    return " – ".join(part for part in parts if part)


def deviations(request: DocumentRequest, every: Sequence[Version]) -> Iterator[ReportLine]:
    """Yield the changes to the regulation after the first round had begun: what it said before, and what since."""
    before: list[str] = []
    for each in every:
        found = regulation_lines(parse_regulation(each.row.text), request.language)
        lines = [line for own in found.values() for line in own]
        if each.deviates:
            gone = [line for line in before if line not in lines]
            come = [line for line in lines if line not in before]
            key = request.short_moment(each.row.made_at)
            yield ReportLine(key, joined(each.row.reason, each.row.author), strong=True, keep=bool(gone or come))
            for name, changed in (("papers_report_before", gone), ("papers_report_since", come)):
                for line in changed:
                    yield ReportLine("", line, request.text(name))
        before = lines


MOVES: Mapping[str, str] = {
    "swap": "papers_move_swap",
    "reseat": "papers_move_reseat",
    "merge": "papers_move_merge",
    "taken": "papers_move_taken",
}
"""The text of each kind of change to a seating."""


def seating(request: DocumentRequest) -> Iterator[ReportLine]:
    """Yield the changes that people made to the seatings after the draw."""
    listed = set()
    for version in reversed(seatings(request.session, request.event.id)):
        schedule = read_document(version.document).schedule
        for move in schedule.moves:
            each = move_view(move, version.first_round, schedule.known_as)
            names = ", ".join(request.players[player].shown for player in each.players if player in request.players)
            line = joined(names, each.reason, each.author)
            if (each.round, each.kind, line) not in listed:  # later versions repeat the moves of earlier ones
                listed.add((each.round, each.kind, line))
                yield ReportLine(short_round(request, each.round), line, request.text(MOVES[each.kind]))


def players(request: DocumentRequest) -> Iterator[ReportLine]:
    """Yield the players who joined late or left early."""
    for player in request.players.values():
        name = f"{player.number}. {player.shown}"
        if player.first_round is not None:
            yield ReportLine(short_round(request, player.first_round), name, request.text("papers_came_in"))
        if player.dropped_after == 0:
            yield ReportLine("", name, request.text("player_left"))
        elif player.dropped_after is not None:
            yield ReportLine(short_round(request, player.dropped_after), name, request.text("papers_left_after"))


def reported_elsewhere(request: DocumentRequest) -> tuple[set[tuple[str, int]], set[str]]:
    """The rulings in logs that belong to a case or a penalty: the former by table and number, the latter by reason."""
    query = select(Case.table_id, CaseStep.entry).where(
        CaseStep.case_id == Case.id, Case.event_id == request.event.id, col(CaseStep.entry).is_not(None)
    )
    of_cases = {(table, entry) for table, entry in request.session.exec(query) if entry is not None}
    given = penalties_of(request.session, request.event.id)
    return of_cases, {penalty_sentence(each, request.event.language) for each in given}


def logged_entries(request: DocumentRequest, kind: str) -> Iterator[ReportLine]:
    """Yield the rulings, or the retractions, in the logs of all tables."""
    query = (
        select(Entry, Round.number, GameTable.number)
        .where(Entry.table_id == GameTable.id, GameTable.round_id == Round.id, GameTable.event_id == request.event.id)
        .where(col(Entry.accepted).is_(True), col(Entry.report).like(f'%"type":"{kind}"%'))
        .order_by(col(Round.number), col(GameTable.number), col(Entry.seq))
    )
    games: TableGames = service().part(TableGames)
    undone: dict[str, set[int]] = {}
    of_cases, of_penalties = reported_elsewhere(request)
    for entry, round_, table in request.session.exec(query):
        report = json.loads(entry.report)
        if report["type"] != kind or (entry.table_id, entry.seq) in of_cases or report.get("reason") in of_penalties:
            continue
        line = ChainLine(*(getattr(entry, name) for name in ChainLine._fields))
        text = sentence(games.current(entry.table_id), line, request.language)
        if entry.table_id not in undone:
            undone[entry.table_id] = taken_back(games.lines(entry.table_id, 0))
        stands = entry.seq not in undone[entry.table_id]
        back = None if stands else request.text("papers_taken_back")
        key = request.place(round_, table)
        number = request.text("papers_report_entry", number=entry.seq)
        yield ReportLine(key, joined(text, entry.author, back), number, stands and kind == "ruling")


def extensions(request: DocumentRequest) -> Iterator[ReportLine]:
    """Yield the time that was added or taken away, in a whole round or at a table."""
    at_table = select(GameTable.id).where(GameTable.event_id == request.event.id)
    in_event = or_(
        col(Activation.round_id).in_([each.id for each in request.rounds.values()]),
        col(Activation.table_id).in_(at_table),
    )
    numbers = {each.id: each.number for each in request.rounds.values()}
    tables = {
        table.row.id: request.place(seats.number, table.number)
        for seats in request.seats.values()
        for table in seats.tables
        if table.row
    }
    query = select(Activation).where(in_event, Activation.kind == "extend").order_by(col(Activation.at))
    for each in request.session.exec(query):
        if each.round_id is not None:
            key = short_round(request, numbers[each.round_id])
        else:
            key = tables.get(each.table_id or "", "–")
        yield ReportLine(
            key, joined(request.short_moment(each.at), each.reason, each.author), f"{each.span / MINUTE:+g}′"
        )


def points(request: DocumentRequest) -> Iterator[ReportLine]:
    """Yield the point adjustments, including those that were withdrawn."""
    for each in reversed(adjustments_of(request.session, request.event.id)):
        key = request.short_moment(each.made_at) if each.round is None else short_round(request, each.round)
        back = request.text("papers_taken_back") if each.withdrawn_at is not None else None
        name = request.players[each.player_id].shown
        number = figure(Fraction(each.points))
        yield ReportLine(key, joined(name, each.reason, each.author, back), number, each.withdrawn_at is None)


def penalties(request: DocumentRequest) -> Iterator[ReportLine]:
    """Yield the penalties, including those that wait to be signed or were cancelled."""
    found = reversed(penalties_of(request.session, request.event.id))
    for each in penalty_views(request.session, list(found), request.language):
        if each.number is None:
            key = short_round(request, each.round) if each.round else request.short_moment(each.given_at)
        else:
            key = request.place(each.round, each.number)
        given, *later = each.steps
        done = [joined(step_sentence(step.kind, step.author, request.language), step.note) for step in later]
        waits = request.text("penalties_state_proposed") if each.state == "proposed" else None
        labels = words(request.language)
        lines = (
            CaseLine(each.step.title, joined(each.name, each.category_title, waits), each.state == "in_force"),
            CaseLine(labels["slip_clauses"], ", ".join(each.clauses)),
            CaseLine(labels["slip_facts"], each.facts),
            CaseLine(labels["slip_reason"], each.reason),
            CaseLine(labels["slip_given_by"], joined(given.author, given.note)),
            *(CaseLine("", step) for step in done),
        )
        yield from report_lines(key, [line for line in lines if line.text])


def manual_decisions(request: DocumentRequest) -> Iterator[ReportLine]:
    """Yield the manual decisions, including those that were withdrawn."""
    for each in reversed(decisions_of(request.session, request.event.id)):
        details = json.loads(each.details)
        order = json.loads(each.players)
        names = ", ".join(request.players[player].shown if player in request.players else player for player in order)
        back = request.text("papers_taken_back") if each.withdrawn_at is not None else None
        means = request.text(f"decisions_{each.by}") if each.by in MEANS else each.by
        yield ReportLine(
            request.short_moment(each.made_at), joined(names, details.get("note"), each.author, back), means
        )


def corrected_results(request: DocumentRequest) -> Iterator[ReportLine]:
    """Yield the corrections of results."""
    query = (
        select(TableResult, Round.number, GameTable.number)
        .where(TableResult.table_id == GameTable.id, GameTable.round_id == Round.id)
        .where(TableResult.event_id == request.event.id, TableResult.version > 1)
        .order_by(col(Round.number), col(GameTable.number), col(TableResult.version))
    )
    for found, round_, table in request.session.exec(query):
        key = request.place(round_, table)
        by = joined(found.entered_by, found.confirmed_by)
        yield ReportLine(key, joined(found.notes, by), request.text("papers_version", version=found.version))
