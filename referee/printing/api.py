"""The HTTP API of papers: the documents of an event as PDF, runs for long ones, and their common layout."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.http.body_limits import LARGEST
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.language import language
from referee.core.service import service
from referee.printing import commands, layouts
from referee.printing.catalogue import CATALOGUE, paper_of
from referee.printing.responses import PDF, document_response, options_of, run_response
from referee.printing.runs import runs
from referee.printing.schemas import LayoutIn, LayoutOut, PaperPage, PrintQuery, RunOut
from referee.printing.views import layout_view, paper_view, run_view

blueprint = StrictBlueprint("papers", __name__, url_prefix="/api/v1/events", description="Printed documents")


def answer_run(event_id: str, document: str, run_id: str, status: int = 200, **headers: str) -> Response:
    """The response that shows a run in its current state."""
    found = runs.state_of(service().settings.data, event_id, document, run_id)
    return answer(RunOut().dump(run_view(run_id, found, language())), status, headers=headers)


def current_layout(event_id: str) -> Any:
    """The layout in force."""
    with service().database.read() as session:
        return LayoutOut().dump(layout_view(layouts.last(session, event_id)))


@endpoint(blueprint, "GET", "/<event_id>/papers", gives=PaperPage)
def list_papers(query: dict[str, Any], event_id: str) -> Response:
    """List the documents that can be printed, in the order in which the day needs them."""
    event_for("paper.print", event_id)
    body = PaperPage().dump({"rows": [paper_view(each, language()) for each in CATALOGUE.values()], "next": None})
    return answer(body, tag=repr(body))


@endpoint(blueprint, "GET", "/<event_id>/papers/<document>", query=PrintQuery, gives=None, media=(PDF,), fails=(409,))
def print_paper(query: dict[str, Any], event_id: str, document: str) -> Response:
    """Print a document as PDF.

    The same state of the event produces the same bytes.  The document shows what the staff may see, public or not;
    seats that are not public are marked as such at the foot of the page.  If something cannot be printed properly, such
    as a character that no font has, the request fails with 422 `faulty`.  Documents of more than 100 sheets need a run
    (409 `paper_long`).
    """
    event = event_for("paper.print", event_id)
    who = allowed("paper.print", event_id)
    return document_response(event, paper_of(document), options_of(query, who, event_id))


@endpoint(
    blueprint, "POST", "/<event_id>/papers/<document>/runs", query=PrintQuery, gives=RunOut, status=202, fails=(409,)
)
def start_run(query: dict[str, Any], event_id: str, document: str) -> Response:
    """Start a run that prints a long document.

    Poll the run until it is done, then get its file.  The file is kept for an hour.
    """
    options = options_of(query, allowed("paper.print", event_id), event_id)
    run_id = commands.start_run(caller(), commands.StartRun(event_id, document, options))
    location = f"/api/v1/events/{event_id}/papers/{document}/runs/{run_id}"
    return answer_run(event_id, document, run_id, 202, Location=location)


@endpoint(blueprint, "GET", "/<event_id>/papers/<document>/runs/<run_id>", gives=RunOut)
def show_run(query: dict[str, Any], event_id: str, document: str, run_id: str) -> Response:
    """Get the progress of a run."""
    event_for("paper.print", event_id)
    return answer_run(event_id, document, run_id)


@endpoint(blueprint, "GET", "/<event_id>/papers/<document>/runs/<run_id>/file", gives=None, media=(PDF,))
def show_run_file(query: dict[str, Any], event_id: str, document: str, run_id: str) -> Response:
    """Get the PDF of a run.

    404 until the run is done.
    """
    return run_response(event_for("paper.print", event_id), document, run_id)


@endpoint(blueprint, "GET", "/<event_id>/layout", gives=LayoutOut)
def show_layout(query: dict[str, Any], event_id: str) -> Response:
    """Get the layout: what appears on every printed page."""
    event_for("paper.print", event_id)
    body = current_layout(event_id)
    return answer(body, tag=repr(body))


@endpoint(blueprint, "PUT", "/<event_id>/layout", body=LayoutIn, gives=LayoutOut, largest=LARGEST)
def put_layout(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Set the layout: what appears on every printed page.

    422 `faulty` lists every fault.  Earlier versions are kept.
    """
    given = commands.ChangeLayout(event_id, body["text"], body.get("logo", layouts.SAME))
    commands.change_layout(caller(), given)
    return answer(current_layout(event_id))
