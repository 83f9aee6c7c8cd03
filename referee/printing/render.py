"""Preparing a document: from the options to everything needed to print it."""

from __future__ import annotations

from dataclasses import replace

from sqlmodel import Session

from referee.core.problems import Problem
from referee.models import Event
from referee.printing.catalogue import OF_ROUND, Paper
from referee.printing.job import PreparedDocument
from referee.printing.layouts import layout_of, with_options
from referee.printing.request import DocumentRequest, PrintOptions
from referee.stale.papers import PAPERS, RESULTS, SEATS, content_now
from tournaments.paper.type.characters import clean


def prepare(
    session: Session, event: Event, now: int, paper: Paper, options: PrintOptions, *, codes: bool = False
) -> PreparedDocument:
    """Read everything that a document needs, in its language; needs an application context for `service`.

    ``codes``: with the codes of the tables.

    Raises the problems ``not_found``, ``invalid``, ``no_regulation``, ``no_qualification``, ``no_score_sheet`` and
    ``paper_language``, and `Faulty`.
    """
    language = options.language or event.language
    if language not in paper.languages:
        raise Problem("paper_language", title=paper.titles, given=language, known=list(paper.languages))
    request = DocumentRequest(session, event, now, language, layout_of(session, event), options, codes)
    request.layout = replace(request.layout, rounds=request.named_rounds, classes=request.class_finals)
    job = paper.job(request)
    layout = with_options(request.layout, paper=options.paper, large=options.large, draft=job.draft)
    printed = replace(
        layout,
        imprint=request.imprint(job.seats),
        printed_at=request.local_time(now),
        names=tuple(dict.fromkeys(map(clean, job.names))),
    )
    of_seats = paper.about == OF_ROUND and PAPERS.get(paper.name) in (SEATS, RESULTS)
    number = request.requested_round().number if of_seats else options.round
    prepared = PreparedDocument(job, printed, language, number)
    # A draft says that it is one, and a sheet for one table or player is no sign that the others were printed, too.
    if job.draft or options.table is not None or options.player is not None:
        return prepared
    return prepared._replace(content=content_now(session, event, paper.name, number, lambda: request.facts))
