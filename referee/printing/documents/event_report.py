"""The event report: the regulation and deviations from it, rulings, corrections, point adjustments, decisions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from sqlmodel import col, or_, select

from referee.core.chain import ChainLine
from referee.core.service import service
from referee.events.regulation import Version, json_value, parse_regulation, versions
from referee.finals.questions import decisions_of
from referee.log.table_game import TableGames
from referee.log.text import taken_back
from referee.models import Activation, Entry, GameTable, Round, TableResult
from referee.penalties.queries import penalties_of
from referee.penalties.views import penalty_views, step_sentence
from referee.printing.documents import report_day
from referee.printing.documents.game_record import sentence
from referee.printing.documents.report_cases import cases
from referee.printing.job import PaperJob
from referee.printing.request import DocumentRequest
from referee.results.contest import WITHDRAWAL
from referee.seating.versions import read as read_document
from referee.seating.versions import versions as seatings
from referee.seating.views import move_view
from referee.standings.queries import adjustments_of
from tournaments.paper.documents.event_report import ReportLine, ReportPart, event_report
from tournaments.paper.words import words
from tournaments.points.score import figure

MINUTE = 60_000
MEANS = frozenset({"playoff", "dice_race", "roll_off", "vote", "name", WITHDRAWAL})
"""The means of decision that have a text."""


def report(request: DocumentRequest) -> PaperJob:
    """The report of the whole event so far."""
    every = versions(request.session, request.event)
    parts = (
        ReportPart(request.text("papers_report_figures"), tuple(report_day.figures(request))),
        ReportPart(words(request.language)["final_board"], tuple(report_day.ranking(request))),
        ReportPart(request.text("papers_report_staff"), tuple(report_day.people(request))),
        ReportPart(words(request.language)["round_results"], tuple(report_day.winners(request))),
        ReportPart(request.text("papers_report_regulation"), tuple(regulation(request, every))),
        ReportPart(request.text("papers_report_deviations"), tuple(deviations(request, every))),
        ReportPart(request.text("papers_report_seating"), tuple(seating(request))),
        ReportPart(request.text("papers_report_players"), tuple(players(request))),
        ReportPart(request.text("papers_report_cases"), tuple(cases(request))),
        ReportPart(request.text("papers_report_rulings"), tuple(logged_entries(request, "ruling"))),
        ReportPart(request.text("papers_report_extensions"), tuple(extensions(request))),
        ReportPart(request.text("tab_penalties"), tuple(penalties(request))),
        ReportPart(request.text("papers_report_points"), tuple(points(request))),
        ReportPart(request.text("papers_report_decisions"), tuple(manual_decisions(request))),
        ReportPart(
            request.text("papers_report_corrections"),
            (*corrected_results(request), *logged_entries(request, "retract")),
        ),
    )
    return PaperJob(event_report, parts, 1 + sum(len(part.lines) for part in parts) // 30)


def short_round(request: DocumentRequest, number: int) -> str:
    """The abbreviated name of a round."""
    return words(request.language)["round_short"].format(round=number)


def joined(*parts: str | None) -> str:
    """The parts that are not empty, joined by dashes."""
    return " – ".join(part for part in parts if part)


def regulation(request: DocumentRequest, every: Sequence[Version]) -> Iterator[ReportLine]:
    """Yield the versions of the event's regulation before the first round began."""
    for each in every:
        if not each.deviates:
            found = parse_regulation(each.row.text)
            version = joined(found.titles[request.language], f"{found.name} {found.version}", each.row.fingerprint[:16])
            yield ReportLine(request.short_moment(each.row.made_at), joined(version, each.row.author))


def deviations(request: DocumentRequest, every: Sequence[Version]) -> Iterator[ReportLine]:
    """Yield the changes to the regulation after the first round had begun."""
    for each in every:
        if each.deviates:
            changes = "; ".join(
                f"{change.path}: {value_text(change.before)} → {value_text(change.after)}" for change in each.changes
            )
            yield ReportLine(
                request.short_moment(each.row.made_at), joined(changes, each.row.reason, each.row.author), strong=True
            )


def value_text(value: object) -> str:
    """A value of a regulation's file as JSON, or a dash if it is missing."""
    return "–" if value is None else json.dumps(json_value(value), ensure_ascii=False)


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
        if player.dropped_after is not None:
            yield ReportLine(short_round(request, player.dropped_after), name, request.text("papers_left_after"))


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
    for entry, round_, table in request.session.exec(query):
        if json.loads(entry.report)["type"] != kind:
            continue
        line = ChainLine(*(getattr(entry, name) for name in ChainLine._fields))
        text = sentence(games.current(entry.table_id), line, request.language)
        if entry.table_id not in undone:
            undone[entry.table_id] = taken_back(games.lines(entry.table_id, 0))
        stands = entry.seq not in undone[entry.table_id]
        back = None if stands else request.text("papers_taken_back")
        key = request.text("papers_at_table", round=round_, table=table)
        yield ReportLine(key, joined(text, entry.author, back), f"#{entry.seq}", stands and kind == "ruling")


def extensions(request: DocumentRequest) -> Iterator[ReportLine]:
    """Yield the time that was added or taken away, in a whole round or at a table."""
    at_table = select(GameTable.id).where(GameTable.event_id == request.event.id)
    in_event = or_(
        col(Activation.round_id).in_([each.id for each in request.rounds.values()]),
        col(Activation.table_id).in_(at_table),
    )
    numbers = {each.id: each.number for each in request.rounds.values()}
    tables = {
        table.row.id: request.text("papers_at_table", round=seats.number, table=table.number)
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
            key = request.text("papers_at_table", round=each.round, table=each.number)
        done = [joined(step_sentence(step.kind, step.author, request.language), step.note) for step in each.steps]
        waits = request.text("penalties_state_proposed") if each.state == "proposed" else None
        clauses = ", ".join(each.clauses)
        line = joined(each.name, each.category_title, clauses, each.facts, each.reason, *done, waits)
        yield ReportLine(key, line, each.step.title, each.state == "in_force")


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
        key = request.text("papers_at_table", round=round_, table=table)
        by = joined(found.entered_by, found.confirmed_by)
        yield ReportLine(key, joined(found.notes, by), request.text("papers_version", version=found.version))
