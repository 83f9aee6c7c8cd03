"""Slips to cut apart: calls, penalties, rulings and receipts, filled in as far as possible; and blank forms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from referee.cases.queries import cases_of
from referee.cases.state import CaseState
from referee.cases.views import case_view
from referee.events.points_text import join_list
from referee.penalties.queries import penalties_of
from referee.penalties.views import penalty_views
from referee.players.at_the_door import fee_of
from referee.printing.documents.tables import counting_of
from referee.printing.job import PaperJob, bind_jobs
from referee.printing.request import DocumentRequest, person
from referee.printing.seats import RoundSeats
from tournaments.paper.documents.count_sheets import CountSheet, CountSheets, count_sheets
from tournaments.paper.documents.cover import Cover, CoverLine, cover
from tournaments.paper.documents.form_slips import FORMS, filled_slips, form_slips, sheet_count
from tournaments.paper.documents.game.move_log import MoveLogs, move_logs
from tournaments.paper.documents.score_sheet import score_sheets
from tournaments.paper.documents.score_sheet_parts import ScoreSheets, result_slips
from tournaments.paper.facts import PrintedPerson, TableSeats
from tournaments.paper.words import words

Values = Mapping[str, str]
USUAL = 4
"""Players per table on blank forms of an event without a regulation."""


def _job(form: str, values: list[Values], names: tuple[str, ...] = ()) -> PaperJob:
    return PaperJob(form_slips, filled_slips(form, values), sheet_count(form, len(values)), names=names)


def calls(request: DocumentRequest) -> PaperJob:
    """Empty slips to call a judge."""
    return _job("call_slips", [])


def penalties(request: DocumentRequest) -> PaperJob:
    """A slip for every penalty in force, or every one of the requested round, and empty ones."""
    return _job("penalty_slips", list(_penalties(request)), request.names)


def _penalties(request: DocumentRequest) -> Iterator[Values]:
    found = list(reversed(penalties_of(request.session, request.event.id)))
    for each in penalty_views(request.session, found, request.language):
        asked = request.options.round in (None, each.round) and request.includes(request.person(each.player))
        if each.state == "in_force" and asked:
            yield {
                "player": each.name,
                "round": str(each.round or ""),
                "table": str(each.number or ""),
                "penalty": f"{each.step.title} – {each.category_title}",
                "clauses": join_list(each.clauses, request.language),
                "facts": each.facts,
                "reason": each.reason,
                "given_by": each.given_by,
                "at_time": request.short_moment(each.given_at),
            }


def rulings(request: DocumentRequest) -> PaperJob:
    """A slip for every case that is decided, or every one of the requested round, and empty ones."""
    return _job("ruling_slips", list(_rulings(request)), request.names)


def _rulings(request: DocumentRequest) -> Iterator[Values]:
    for found in reversed(cases_of(request.session, request.event.id)):
        each = case_view(request.session, found, request.now, request.language)
        asked = request.options.table in (None, each.table) and request.options.round in (None, each.round)
        if each.decision is None or not asked:
            continue
        yield {
            "round": str(each.round),
            "table": str(each.table),
            "players": join_list((seat.name for seat in each.players), request.language),
            "at_time": request.short_moment(each.decision.at),
            "facts": each.decision.facts,
            "question": each.decision.question,
            "ruling": each.decision.decision,
            "reason": each.decision.reasons,
            "clauses": join_list((clause.id for clause in each.decision.clauses), request.language),
            "given_by": each.decision.by,
            "appeal_until": _appeal_until(request, found),
        }


def _appeal_until(request: DocumentRequest, found: CaseState) -> str:
    """Until when the players may appeal, and that publishing the results ends it; or that they cannot."""
    deadline = found.appeal_deadline()
    if deadline is None:
        return request.text("papers_no_appeal")
    if deadline == found.published_since:
        return request.text("papers_appeal_closed")
    at = request.short_moment(deadline)
    if found.round.results_published_at is not None:
        return at
    return request.text("rulings_appeal_until", at=at, end=request.text("reg_appeals_end"))


def receipts(request: DocumentRequest) -> PaperJob:
    """A receipt for everybody who has paid, sorted by reading; as long as nobody has, for everybody who has not left.

    Its number is the player's, so that it is the same when it is printed again.  Those to fill in, for who comes
    without registration, lack no more than name and number.
    """
    here = [each for each in request.players.values() if each.dropped_after is None]
    paid = [each for each in request.players.values() if each.paid] or here
    values = [
        {**_every_receipt(request), "receipt_to": each.own_name, "receipt_number": f"{each.number:04}"}
        for each in sorted(map(person, paid), key=request.in_list)
        if request.includes(each)
    ]
    slips = filled_slips("receipts", values, _every_receipt(request))
    return PaperJob(form_slips, slips, sheet_count("receipts", len(values)))


def _every_receipt(request: DocumentRequest) -> Values:
    """What is on every receipt: amount, purpose, day and issuer."""
    number = request.event.tax_number
    tax = f"{words(request.language)['slip_tax_number']} {number}" if number else ""
    return {
        "amount": fee_of(request.session, request.event.id),
        "paid_for": request.text("receipt_for", event=request.layout.event[request.language]),
        "received_on": (request.layout.date or {}).get(request.language, ""),
        "issuer": "\n".join(filter(None, (request.event.organizer, tax))),
    }


def blanks(request: DocumentRequest) -> PaperJob:
    """One blank copy of every form that is filled in by hand, for the unforeseen, under a list of them."""
    size = max(request.regulation.tables.sizes) if request.regulation is not None else USUAL
    table = TableSeats(0, (PrintedPerson(""),) * size)
    counting = counting_of(request, RoundSeats(0, ()))
    limits = {each.minutes for each in request.regulation.rounds} if request.regulation is not None else {None}
    facts = ScoreSheets(0, (table,), counting, (limits.pop() or 0) if len(limits) == 1 else None)
    jobs = {
        "score_sheet": PaperJob(score_sheets, facts, 2),
        "result_slips": PaperJob(result_slips, replace(facts, tables=(table, table))),
        "count_sheets": PaperJob(count_sheets, CountSheets(0, counting, (CountSheet(table, 1), CountSheet(table, 2)))),
        "move_log": PaperJob(move_logs, MoveLogs(0, (table,), 1)),
        **{form: _job(form, []) for form in FORMS},
        "receipts": PaperJob(form_slips, filled_slips("receipts", [], _every_receipt(request))),
    }
    lines = tuple(CoverLine(part, sheets=job.sheets) for part, job in jobs.items())
    list_ = PaperJob(cover, Cover("blanks", None, lines))
    return PaperJob(bind_jobs, (list_, *jobs.values()), 1 + sum(each.sheets for each in jobs.values()))
