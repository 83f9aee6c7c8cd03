"""Documents as HTTP responses, for the API and for pages."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from flask import Response, request
from sqlmodel import Session

from referee.core.access.roles import may
from referee.core.command import Caller, caller
from referee.core.http.responses import attachment
from referee.core.problems import Problem
from referee.core.service import service
from referee.core.stale import PAPER
from referee.models import Event
from referee.printing.catalogue import Paper
from referee.printing.job import PreparedDocument, render_pdf
from referee.printing.render import prepare
from referee.printing.request import PrintOptions
from referee.printing.runs import runs
from referee.printing.runs.state import DONE
from referee.stale.papers import note_content

PDF = "application/pdf"
MOST_SHEETS = 100
"""The most sheets that are made within a request; longer documents need a run."""
POLICY = "frame-ancestors 'none'"
"""The Content-Security-Policy of PDFs: the policy of pages would block the browser's own PDF viewer."""


def prepared_for(
    caller: Caller, session: Session, event: Event, paper: Paper, options: PrintOptions
) -> PreparedDocument:
    """A document for somebody; the tables' codes are included only if they may see them anyway."""
    codes = caller.who is None or may(caller.who.roles_in(event.id), "invitation.read")
    return prepare(session, event, caller.service.database.now(), paper, options, codes=codes)


def document_response(event: Event, paper: Paper, options: PrintOptions) -> Response:
    """The response with a document made on the spot.  Raises the problem ``paper_long``, and what `prepare` raises."""
    with service().database.read() as session:
        document = prepared_for(caller(), session, event, paper, options)
    if document.job.sheets > MOST_SHEETS:
        raise Problem("paper_long", title=paper.titles, sheets=document.job.sheets, most=MOST_SHEETS)
    note_content(caller(), event.id, PAPER, paper.name, document.round, document.content)
    file = paper.file_name(document.language, options.round, options.table)
    return pdf_response(event, file, render_pdf(document), tag_of(document))


def tag_of(document: PreparedDocument) -> str:
    """The ETag of a document: a hash of everything in it except the time of printing."""
    layout = replace(document.layout, imprint="", printed_at=None)
    job = document.job._replace(make=document.job.make.__qualname__)  # type: ignore[arg-type]
    return hashlib.sha256(repr(document._replace(job=job, layout=layout, content=None)).encode()).hexdigest()[:24]


def run_response(event: Event, document: str, run_id: str) -> Response:
    """The response with the PDF of a run.  Raises the problem ``not_found`` until it is done."""
    data = service().settings.data
    found = runs.state_of(data, event.id, document, run_id)
    if found.state != DONE:
        raise Problem("not_found", path=run_id)
    return pdf_response(event, found.file, runs.pdf(data, run_id))


def pdf_response(event: Event, file: str, body: bytes, tag: str = "") -> Response:
    """The response that shows a PDF in the browser.  ``tag``: its ETag, by default a hash of the bytes."""
    response = Response(body, content_type=PDF)
    response.set_etag(tag or hashlib.sha256(body).hexdigest()[:24])
    response.headers["Content-Disposition"] = attachment(event.name, file).replace("attachment", "inline", 1)
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Cache-Control"] = "private, no-cache"
    response.make_conditional(request)
    return response
