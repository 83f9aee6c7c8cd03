"""Papers: what can be printed of an event, as PDF, and the layout that all of it has."""

from __future__ import annotations

import hashlib
from typing import Any

from flask import Response, request

from referee.core.access.guard import allowed
from referee.core.access.principal import Principal
from referee.core.access.roles import may
from referee.core.access.scope import event_for
from referee.core.http.body_limits import LARGEST
from referee.core.http.download import attachment
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.errors import of_faults
from referee.core.http.responses import answer
from referee.core.language import language
from referee.core.problems import Problem
from referee.core.service import service
from referee.models import Event, LayoutVersion
from referee.printing import layouts
from referee.printing.catalogue import CATALOGUE, Paper
from referee.printing.job import Ready, printed
from referee.printing.render import Order, ready
from referee.printing.request import Ceremony
from referee.printing.runs import runs
from referee.printing.runs.state import BROKEN, DONE, FAULTY, FULL, State
from referee.printing.schemas import LayoutIn, LayoutOut, PaperPage, PrintQuery, RunOut
from tournaments.fault import Fault, Faulty

blueprint = StrictBlueprint("papers", __name__, url_prefix="/api/v1/events", description="What is printed")

PDF = "application/pdf"
AT_ONCE = 100
"""Sheets that are made while somebody waits."""
POLICY = "frame-ancestors 'none'"
"""A browser shows a PDF by parts of its own, which the policy of a page would forbid."""


def paper_of(document: str) -> Paper:
    """The document of a name.  Raises the problem ``not_found``."""
    if document not in CATALOGUE:
        raise Problem("not_found", path=document)
    return CATALOGUE[document]


def order_of(query: dict[str, Any], who: Principal, event_id: str) -> Order:
    """How a document is wanted.  The codes of the tables are for whoever may see them anyway."""
    ceremony = {name: query[name] for name in Ceremony.__dataclass_fields__}
    return Order(
        query.get("language"), query.get("round"), query.get("table"), query.get("paper"), query.get("large"),
        may(who.roles_in(event_id), "invitation.read"), Ceremony(**ceremony),
    )  # fmt: skip


def read(event: Event, paper: Paper, order: Order) -> Ready:
    """All that a document needs.  Raises the problems and faults of `referee.printing.render.ready`."""
    database = service().database
    with database.read() as session:
        return ready(session, event, database.now(), paper, order)


def file_name(paper: Paper, order: Order, made: Ready) -> str:
    """The name of a PDF."""
    numbers = [f"{number:02}" for number in (order.round, order.table) if number is not None]
    return "-".join([paper.name, *numbers, made.language]) + ".pdf"


def shown(event: Event, file: str, body: bytes) -> Response:
    """A PDF as an answer, to be looked at in the browser."""
    response = Response(body, content_type=PDF)
    response.set_etag(hashlib.sha256(body).hexdigest()[:24])
    response.headers["Content-Disposition"] = attachment(event.name, file).replace("attachment", "inline", 1)
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Cache-Control"] = "private, no-cache"
    response.make_conditional(request)
    return response


def at_once(event: Event, paper: Paper, order: Order) -> Response:
    """A document that is made while somebody waits.  Raises the problem ``paper_long``, and `Faulty`."""
    made = read(event, paper, order)
    if made.job.sheets > AT_ONCE:
        title = paper.title(language())
        raise Problem("paper_long", title=title, sheets=made.job.sheets, most=AT_ONCE)
    return shown(event, file_name(paper, order, made), printed(made))


def begin(event: Event, paper: Paper, order: Order) -> str:
    """Let a document be made by a process of its own; the id of the run.  Raises the problem ``runs_full``."""
    made = read(event, paper, order)
    return runs.start(service().settings.data, event.id, paper.name, file_name(paper, order, made), made)


def run_json(run_id: str, found: State) -> dict[str, Any]:
    """A run as it is answered."""
    problem: Problem | None = None
    if found.state == FAULTY:
        problem = of_faults(Faulty([Fault(*each) for each in found.faults]))
    elif found.state == BROKEN:
        problem = Problem("run_broken")
    elif found.state == FULL:
        problem = Problem("disk_full")
    return {
        "id": run_id,
        "event_id": found.event_id,
        "document": found.document,
        "state": "failed" if problem else found.state,
        "done": found.done,
        "sheets": found.sheets,
        "problem": problem.to_json(language()) if problem else None,
    }


@endpoint(blueprint, "GET", "/<event_id>/papers", gives=PaperPage)
def list_papers(query: dict[str, Any], event_id: str) -> Response:
    """What can be printed, in the order of the day."""
    event_for("paper.print", event_id)
    rows = [
        {
            "name": each.name,
            "title": each.title(language()),
            "moment": each.moment,
            "about": each.about,
            "languages": list(each.languages),
        }
        for each in CATALOGUE.values()
    ]
    return answer({"rows": rows, "next": None}, tag=repr(rows))


@endpoint(blueprint, "GET", "/<event_id>/papers/<document>", query=PrintQuery, gives=None, media=(PDF,), fails=(409,))
def print_paper(query: dict[str, Any], event_id: str, document: str) -> Response:
    """A document as PDF; the same state of the event gives the same bytes.

    It shows what the staff may see, public or not; seats that are not public say so at the foot.  Whatever cannot be
    printed as it should be is told (422 `faulty`), such as a character that no font has.  Above 100 sheets it is made
    by a run (409 `paper_long`).
    """
    event = event_for("paper.print", event_id)
    return at_once(event, paper_of(document), order_of(query, allowed("paper.print", event_id), event_id))


@endpoint(
    blueprint, "POST", "/<event_id>/papers/<document>/runs", query=PrintQuery, gives=RunOut, status=202, fails=(409,)
)
def start_run(query: dict[str, Any], event_id: str, document: str) -> Response:
    """Let a long document be made; ask for the run until it is done, then for its file.  It is kept for an hour."""
    event, paper = event_for("paper.print", event_id), paper_of(document)
    run_id = begin(event, paper, order_of(query, allowed("paper.print", event_id), event_id))
    found = runs.look(service().settings.data, event_id, document, run_id)
    location = f"/api/v1/events/{event_id}/papers/{document}/runs/{run_id}"
    return answer(run_json(run_id, found), 202, headers={"Location": location})


@endpoint(blueprint, "GET", "/<event_id>/papers/<document>/runs/<run_id>", gives=RunOut)
def show_run(query: dict[str, Any], event_id: str, document: str, run_id: str) -> Response:
    """How far a run is."""
    event_for("paper.print", event_id)
    return answer(run_json(run_id, runs.look(service().settings.data, event_id, document, run_id)))


@endpoint(blueprint, "GET", "/<event_id>/papers/<document>/runs/<run_id>/file", gives=None, media=(PDF,))
def show_run_file(query: dict[str, Any], event_id: str, document: str, run_id: str) -> Response:
    """The PDF of a run; 404 until it is done."""
    return run_file(event_for("paper.print", event_id), document, run_id)


def run_file(event: Event, document: str, run_id: str) -> Response:
    """The PDF of a run.  Raises the problem ``not_found`` until it is done."""
    data = service().settings.data
    found = runs.look(data, event.id, document, run_id)
    if found.state != DONE:
        raise Problem("not_found", path=run_id)
    return shown(event, found.file, runs.pdf(data, run_id))


def layout_json(found: LayoutVersion | None) -> dict[str, Any]:
    """A layout as it is answered."""
    return {
        "number": found.number if found else 0,
        "text": found.text if found else "",
        "logo": found is not None and found.logo is not None,
        "author": found.author if found else None,
        "made_at": found.made_at if found else None,
    }


@endpoint(blueprint, "GET", "/<event_id>/layout", gives=LayoutOut)
def show_layout(query: dict[str, Any], event_id: str) -> Response:
    """What stands on every printed page."""
    event_for("paper.print", event_id)
    with service().database.read() as session:
        body = layout_json(layouts.last(session, event_id))
    return answer(body, tag=repr(body))


@endpoint(blueprint, "PUT", "/<event_id>/layout", body=LayoutIn, gives=LayoutOut, largest=LARGEST)
def put_layout(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Set what stands on every printed page; 422 `faulty` has every fault.  Earlier versions are kept."""
    who = allowed("layout.change", event_id)
    database = service().database
    given = layouts.brought(database, event_id, body["text"], body.get("logo", layouts.SAME))
    now = database.now()
    with database.write() as session:
        made = layouts.keep(session, now, who, event_id, given)
    return answer(layout_json(made))
