"""The pages of an event's documents, in the order of the day, and of their layout; the public rules booklet."""

from __future__ import annotations

import base64
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from importlib.resources import files
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, make_response, request
from sqlmodel import Session
from werkzeug.wrappers import Response as AnyResponse

from referee.accounts.invitations import table_codes
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.http.body_limits import LARGEST, takes_up_to
from referee.core.http.errors import as_problem
from referee.core.language import language, text, word
from referee.core.pages.format import round_name
from referee.core.pages.forms import asked, failed_form, form_view, shown
from referee.core.pages.frame import framed
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.plan import rounds_of
from referee.events.queries import players_of
from referee.events.regulation import latest_version, parse_regulation
from referee.models import Event, Round
from referee.printing import commands, layouts
from referee.printing.catalogue import AFTER, BEFORE, CATALOGUE, OF_ROUND, ROUND, Paper, paper_of
from referee.printing.job import PreparedDocument, render_pdf
from referee.printing.request import PrintOptions
from referee.printing.responses import PDF, POLICY, document_response, run_response
from referee.printing.runs import runs
from referee.printing.seats import RoundSeats, current_round, seats_of
from referee.printing.views import run_view
from rulesets.kernel.registry import BrokenRuleset, UnknownRuleset, load
from rulesets.kernel.ruleset import Ruleset
from rulesets.languages import LANGUAGES, NAMES
from tournaments.fault import Faulty
from tournaments.lists.cells import Fields
from tournaments.paper.page.layout import Layout
from tournaments.paper.signs import ARROWS, EACH_WAY, PLACES
from tournaments.paper.words import words as paper_words
from tournaments.typed import Whole, whole

blueprint = Blueprint("papers_page", __name__)
booklets = Blueprint("booklet_page", __name__)

REFRESH_SECONDS = 1
NUMBER = Whole(1, 9999)
ONE_OF = {"table": "papers_only_table", "player": "papers_only_player"}
"""The fields for a single table or player, with their labels."""
SIGNS = "direction-signs"
CERTIFICATES = {
    "certificates-vertical": "papers_vertical",
    "certificates-horizontal": "papers_horizontal",
    "participation-certificates": "papers_participation",
}
"""The documents with a form of their own, and what its buttons say."""
TITLES = {
    "certificates-vertical": "papers_title_vertical",
    "certificates-horizontal": "papers_title_horizontal",
}
BOOKLET_CACHE_SIZE = 32
"""The size of the cache of booklets, bounded since anybody may request them."""


@dataclass(frozen=True, slots=True)
class DocumentLink:
    """A document on the page and its URL."""

    title: str
    address: str


@dataclass(frozen=True, slots=True)
class RecordLink:
    """A table that has a log, and the URL of a document about its game."""

    number: int
    address: str


def title_of(paper: Paper) -> str:
    """The title of a document in the reader's language."""
    return word(TITLES[paper.name]) if paper.name in TITLES else paper.title(language())


def chosen_options(event: Event, typed: Fields) -> dict[str, str]:
    """The options for all documents from the query string: language, paper, large, the one table, the one player."""
    args = request.args
    wanted = args.get("language", "")
    return {
        "language": wanted if wanted in LANGUAGES else event.language,
        **({"paper": args["paper"]} if args.get("paper") in layouts.PAPERS else {}),
        **{name: str(number) for name in ONE_OF if (number := typed.read(name, NUMBER, word(ONE_OF[name])))},
        **{name: "true" for name in ("large", "single_sided") if args.get(name) == "true"},
    }


@blueprint.get("/events/<event_id>/papers")
def show_papers(event_id: str, problem: dict[str, Any] | None = None, document: str = "") -> str:
    """Render the page, with the posted layout and the problem with it or with a ``document``."""
    event = event_for("paper.print", event_id)
    database = service().database
    with database.read() as session:
        named = {each.number: each for each in rounds_of(session, event_id)}
        players = {each.id: each for each in players_of(session, event_id)}
        seats = seats_of(session, event_id, named, players)
        number = requested_round(seats, named)
        lacking = tables_without_code(session, seats.get(number), database.now())
        regulation, layout = latest_version(session, event_id), layouts.last(session, event_id)
    typed = Fields(request.args)
    options = chosen_options(event, typed)
    if typed.faults and problem is None:
        problem = as_problem(Faulty(typed.faults)).to_json(language())
    final = regulation is not None and parse_regulation(regulation.text).qualification is not None

    def listed(moment: str, about: str | None = None) -> list[DocumentLink]:
        return [
            DocumentLink(title_of(each), document_url(event_id, each, options, number))
            for each in CATALOGUE.values()
            if each.moment == moment and each.name not in (*CERTIFICATES, SIGNS) and about in (None, each.about)
            if each.name != "bracket" or final
        ]

    page = partial(
        framed,
        "printing/papers.html",
        event,
        before=listed(BEFORE),
        of_round=listed(ROUND, OF_ROUND),
        after=listed(AFTER),
        certificates=[CATALOGUE[name] for name in CERTIFICATES if options["language"] in CATALOGUE[name].languages],
        signs=signs_said(),
        arrows=[EACH_WAY, *ARROWS],
        certificate_buttons=CERTIFICATES,
        titled=title_of,
        records=record_links("game-record", event_id, seats.get(number), options),
        reports=record_links("game-report", event_id, seats.get(number), options),
        rounds=[(each, round_name(each, named.get(each), language())) for each in seats],
        number=number,
        round=named.get(number),
        draft=number in seats and seats[number].draft,
        lacking=lacking,
        options=options,
        languages_on_paper=list(NAMES.items()),
        query=lambda each: urlencode({**options, "round": each}),
        local=service().own_address.now() if service().own_address.local() else None,
        layout=layout,
        example=example_layout(),
        given={**request.args, "text": request.form.get("text", layout.text if layout else minimal_layout(event))},
    )
    return shown(problem, lambda told: page(problem=told))


def signs_said() -> list[tuple[str, str]]:
    """What a direction sign can say, with its text in the reader's language."""
    return [(each, paper_words(language())[f"sign_{each}"]) for each in PLACES]


def requested_round(seats: dict[int, RoundSeats], rounds: dict[int, Round]) -> int:
    """The number of the round in the query string, or of the current one; 0 if none is seated."""
    number = whole(request.args.get("round", ""))
    return number if number is not None and number in seats else current_round(seats, rounds)


def tables_without_code(session: Session, seats: RoundSeats | None, now: int) -> list[int]:
    """The numbers of the tables of a round that have no code in force."""
    rows = [table.row for table in seats.tables if table.row] if seats else []
    have = table_codes(session, now, rows)
    return [row.number for row in rows if row.id not in have]


def document_url(event_id: str, paper: Paper, options: dict[str, str], number: int, **more: int) -> str:
    about = {} if paper.moment != ROUND else {"round": number}
    return f"/events/{event_id}/papers/{paper.name}?{urlencode({**options, **about, **more})}"


def record_links(document: str, event_id: str, seats: RoundSeats | None, options: dict[str, str]) -> list[RecordLink]:
    """Links to a document about each table of a round that has a log."""
    if seats is None:
        return []
    return [
        RecordLink(table.number, document_url(event_id, CATALOGUE[document], options, seats.number, table=table.number))
        for table in seats.tables
        if table.row and table.row.seq
    ]


def example_layout() -> str:
    """The example layout, which has every key."""
    return (files("tournaments.paper") / "layouts" / "example.toml").read_text("utf-8")


def minimal_layout(event: Event) -> str:
    """A minimal layout to start from."""
    name = event.name.replace("\\", "\\\\").replace('"', '\\"')
    return f'format = 1\nevent = "{name}"\n'


def print_options() -> PrintOptions:
    """The options of a document from the query string.  Raises the problem ``invalid``."""
    return asked(PrintOptions, {name: value for name, value in request.args.items() if value != ""})


@blueprint.get("/events/<event_id>/papers/<document>")
def show_paper(event_id: str, document: str) -> AnyResponse | str:
    """Show a document; for a long one, the page to start a run."""
    event, paper = event_for("paper.print", event_id), paper_of(document)
    try:
        return document_response(event, paper, print_options())
    except (Problem, Faulty) as error:
        if not isinstance(error, Problem) or error.code != "paper_long":
            return failed_form(error, lambda problem: show_papers(event_id, problem))
        at = f"/events/{event_id}/papers/{document}/runs?{urlencode(request.args.to_dict())}"
        sheets = error.facts["sheets"]
        return framed("printing/paper_run.html", event, title=title_of(paper), sheets=sheets, run=None, address=at)


@blueprint.post("/events/<event_id>/papers/<document>/runs")
@form_view(show_papers)
def post_run(event_id: str, document: str) -> str:
    run_id = commands.start_run(caller(), event_id, document, print_options())
    return f"/events/{event_id}/papers/{document}/runs/{run_id}"


@blueprint.get("/events/<event_id>/papers/<document>/runs/<run_id>")
def show_run(event_id: str, document: str, run_id: str) -> AnyResponse:
    """Show the progress of a run; the page refreshes by itself."""
    event, paper = event_for("paper.print", event_id), paper_of(document)
    run = run_view(run_id, runs.state_of(service().settings.data, event_id, document, run_id), language())
    at = f"/events/{event_id}/papers/{document}/runs/{run_id}/file"
    page = framed("printing/paper_run.html", event, title=title_of(paper), run=run, address=at, problem=run.problem)
    return make_response(page, 200, {"Refresh": str(REFRESH_SECONDS)} if run.state == "running" else {})


@blueprint.get("/events/<event_id>/papers/<document>/runs/<run_id>/file")
def show_run_file(event_id: str, document: str, run_id: str) -> AnyResponse:
    return run_response(event_for("paper.print", event_id), document, run_id)


@blueprint.post("/events/<event_id>/papers/layout")
@takes_up_to(LARGEST)
@form_view(show_papers)
def post_layout(event_id: str) -> str:
    """Set the layout of every page."""
    file = request.files.get("logo")
    picture = bytes(file.read()) if file is not None else b""
    more = {"logo": base64.b64encode(picture).decode()} if picture else {}
    given = asked(commands.ChangeLayout, {"text": request.form.get("text", "")}, **more)
    if "no_logo" in request.form:
        given = replace(given, logo=None)
    commands.change_layout(caller(), event_id, given)
    return f"/events/{event_id}/papers"


@booklets.get("/rules/<name>/booklet.pdf")
def show_booklet(name: str) -> Response:
    """The booklet as a PDF, in the reader's language."""
    try:
        ruleset = load(name)
    except (UnknownRuleset, BrokenRuleset) as error:
        raise Problem("not_found", path=request.path) from error
    response = Response(booklet_bytes(ruleset, language()), content_type=PDF)
    response.set_etag(f"{ruleset.fingerprint[:24]}-{language()}")
    response.headers["Content-Disposition"] = f'inline; filename="{ruleset.name}-{language()}.pdf"'
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.update(("Accept-Language", "Cookie"))
    response.make_conditional(request)
    return response


@lru_cache(BOOKLET_CACHE_SIZE)
def booklet_bytes(ruleset: Ruleset, language: str) -> bytes:
    from referee.printing.documents.rules_booklet import booklet

    layout = Layout({each: text(each, "rules_title") for each in LANGUAGES})
    return render_pdf(PreparedDocument(booklet(ruleset, language), layout, language))
