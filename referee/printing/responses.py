"""Documents as answers to requests, for programs and for browsers."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

from flask import Response, request

from referee.core.access.principal import Principal
from referee.core.access.roles import may
from referee.core.http.download import attachment
from referee.core.problems import Problem
from referee.core.service import service
from referee.models import Event
from referee.printing.catalogue import Paper
from referee.printing.job import PreparedDocument, render_pdf
from referee.printing.render import PrintOptions, prepare
from referee.printing.request import Ceremony
from referee.printing.runs import runs
from referee.printing.runs.state import DONE

PDF = "application/pdf"
AT_ONCE = 100
"""Sheets that are made while somebody waits."""
POLICY = "frame-ancestors 'none'"
"""A browser shows a PDF by parts of its own, which the policy of a page would forbid."""


def options_of(query: dict[str, Any], who: Principal, event_id: str) -> PrintOptions:
    """How a document is wanted.  The codes of the tables are for whoever may see them anyway."""
    ceremony = {name: query[name] for name in Ceremony.__dataclass_fields__}
    return PrintOptions(
        query.get("language"), query.get("round"), query.get("table"), query.get("paper"), query.get("large"),
        may(who.roles_in(event_id), "invitation.read"), Ceremony(**ceremony), query.get("player"),
    )  # fmt: skip


def document_response(event: Event, paper: Paper, options: PrintOptions) -> Response:
    """A document that is made while somebody waits.  Raises the problem ``paper_long``, and what `prepare` raises."""
    database = service().database
    with database.read() as session:
        document = prepare(session, event, database.now(), paper, options)
    if document.job.sheets > AT_ONCE:
        raise Problem("paper_long", title=paper.titles, sheets=document.job.sheets, most=AT_ONCE)
    file = paper.file_name(document.language, options.round, options.table)
    return pdf_response(event, file, render_pdf(document), tag_of(document))


def tag_of(document: PreparedDocument) -> str:
    """What tells a document from any other but for when it was printed: who has it already need not get it again."""
    layout = replace(document.layout, imprint="", printed_at=None)
    job = document.job._replace(make=document.job.make.__qualname__)  # type: ignore[arg-type]
    return hashlib.sha256(repr(document._replace(job=job, layout=layout)).encode()).hexdigest()[:24]


def run_response(event: Event, document: str, run_id: str) -> Response:
    """The PDF of a run.  Raises the problem ``not_found`` until it is done."""
    data = service().settings.data
    found = runs.state_of(data, event.id, document, run_id)
    if found.state != DONE:
        raise Problem("not_found", path=run_id)
    return pdf_response(event, found.file, runs.pdf(data, run_id))


def pdf_response(event: Event, file: str, body: bytes, tag: str = "") -> Response:
    """A PDF, to be looked at in the browser.  ``tag``: of its content; by default that of all its bytes."""
    response = Response(body, content_type=PDF)
    response.set_etag(tag or hashlib.sha256(body).hexdigest()[:24])
    response.headers["Content-Disposition"] = attachment(event.name, file).replace("attachment", "inline", 1)
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Cache-Control"] = "private, no-cache"
    response.make_conditional(request)
    return response
