"""The HTTP API of papers: the documents of an event as PDF, runs for long ones, and their common layout."""

from __future__ import annotations

from flask import Response

from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.http.body_limits import LARGEST
from referee.core.http.declared import dump
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.language import language
from referee.core.service import service
from referee.printing import commands, layouts
from referee.printing.catalogue import CATALOGUE, paper_of
from referee.printing.commands import ChangeLayout
from referee.printing.request import PrintOptions
from referee.printing.responses import PDF, document_response, run_response
from referee.printing.runs import runs
from referee.printing.views import LayoutView, PaperPage, RunView, layout_view, paper_view, run_view

blueprint = StrictBlueprint("papers", __name__, url_prefix="/api/v1/events", description="Printed documents")


def run_now(event_id: str, document: str, run_id: str) -> RunView:
    return run_view(run_id, runs.state_of(service().settings.data, event_id, document, run_id), language())


def current_layout(event_id: str) -> LayoutView:
    with service().database.read() as session:
        return layout_view(layouts.last(session, event_id))


@endpoint(blueprint, "GET", "/<event_id>/papers", gives=PaperPage)
def list_papers(event_id: str) -> Response:
    """List the documents that can be printed, in the order in which the day needs them."""
    event_for("paper.print", event_id)
    page = PaperPage([paper_view(each, language()) for each in CATALOGUE.values()])
    return answer(dump(PaperPage, page), tag=repr(page))


@endpoint(blueprint, "GET", "/<event_id>/papers/<document>", query=PrintOptions, gives=None, media=(PDF,), fails=(409,))
def print_paper(query: PrintOptions, event_id: str, document: str) -> Response:
    """Print a document as PDF.

    The same state of the event produces the same bytes.  The document shows what the staff may see, public or not;
    seats that are not public are marked as such at the foot of the page.  If something cannot be printed properly, such
    as a character that no font has, the request fails with 422 `faulty`.  Documents of more than 100 sheets need a run
    (409 `paper_long`).
    """
    return document_response(event_for("paper.print", event_id), paper_of(document), query)


@endpoint(
    blueprint, "POST", "/<event_id>/papers/<document>/runs", query=PrintOptions, gives=RunView, status=202, fails=(409,)
)
def start_run(query: PrintOptions, event_id: str, document: str) -> Response:
    """Start a run that prints a long document.

    Poll the run until it is done, then get its file.  The file is kept for an hour.
    """
    run_id = commands.start_run(caller(), event_id, document, query)
    location = f"/api/v1/events/{event_id}/papers/{document}/runs/{run_id}"
    return answer(dump(RunView, run_now(event_id, document, run_id)), 202, headers={"Location": location})


@endpoint(blueprint, "GET", "/<event_id>/papers/<document>/runs/<run_id>", gives=RunView)
def show_run(event_id: str, document: str, run_id: str) -> RunView:
    """Get the progress of a run."""
    event_for("paper.print", event_id)
    return run_now(event_id, document, run_id)


@endpoint(blueprint, "GET", "/<event_id>/papers/<document>/runs/<run_id>/file", gives=None, media=(PDF,))
def show_run_file(event_id: str, document: str, run_id: str) -> Response:
    """Get the PDF of a run.

    404 until the run is done.
    """
    return run_response(event_for("paper.print", event_id), document, run_id)


@endpoint(blueprint, "GET", "/<event_id>/layout", gives=LayoutView)
def show_layout(event_id: str) -> Response:
    """Get the layout: what appears on every printed page."""
    event_for("paper.print", event_id)
    layout = current_layout(event_id)
    return answer(dump(LayoutView, layout), tag=repr(layout))


@endpoint(blueprint, "PUT", "/<event_id>/layout", body=ChangeLayout, gives=LayoutView, largest=LARGEST)
def put_layout(body: ChangeLayout, event_id: str) -> LayoutView:
    """Set the layout: what appears on every printed page.

    422 `faulty` lists every fault.  Earlier versions are kept.
    """
    commands.change_layout(caller(), event_id, body)
    return current_layout(event_id)
