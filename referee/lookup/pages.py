"""The public pages of the rules: rulesets, the search in one, the permanent pages of clauses and answers."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Blueprint, Response, redirect, render_template, request, send_from_directory
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.guard import principal
from referee.core.access.scope import event_for
from referee.core.http.responses import cacheable
from referee.core.language import language
from referee.core.pages.templates import folder
from referee.core.problems import Problem
from referee.events.regulation import parse_regulation
from referee.lookup.views import Sources, shipped_source, sources_of_event
from referee.rules.answers import addresses_in, answer_address, answer_named, answer_row
from referee.rules.case import AskedSituation, case_of
from referee.rules.guide import irregularities_fitting
from referee.rules.offline import offline_index
from referee.rules.pages.answers_text import answer_groups, answer_page
from referee.rules.pages.text import chapters, clause_page, hit_rows, own_rulesets, regulation_lines
from referee.rules.points import loadable_rulesets
from referee.rules.positions.header import DEFAULT_RULESET
from referee.rules.search import MAX_QUESTION_LENGTH, answered, clause_named, clauses_of, ids_of_case, look_up
from rulesets.answers.answer import answers, answers_in
from rulesets.irregularities import irregularities
from rulesets.kernel.registry import BrokenRuleset, UnknownRuleset, load
from rulesets.kernel.ruleset import Ruleset
from tournaments.regulation import shipped

blueprint = Blueprint("rules_page", __name__)

MAX_RESULTS = 10
"""The most search results on a page."""


@dataclass(frozen=True, slots=True)
class RulesetRow:
    """A ruleset in the list.  ``count``: of its clauses in force; ``own``: whether the reader's events play by it."""

    name: str
    title: str
    count: int
    own: bool


def ruleset_named(name: str) -> Ruleset:
    """A ruleset by its name.  Raises the problem ``not_found``."""
    try:
        return load(name)
    except (UnknownRuleset, BrokenRuleset) as error:
        raise Problem("not_found", path=request.path) from error


@blueprint.get("/rules")
def show_rulesets() -> AnyResponse:
    """The list of rulesets, those of the reader's events first.

    With ``?case=``, a table, redirects to the search in its ruleset; with a question ``?q=``, to the search in the
    first ruleset, passing ``?event=`` on.
    """
    question = request.args.get("q", "").strip()[:MAX_QUESTION_LENGTH]
    query = {"q": question} if question else {}
    if table_id := request.args.get("case"):
        name = case_of(table_id, language()).ruleset.name
        return redirect(f"/rules/{name}?{urlencode({'case': table_id, **query})}", 303)
    own = own_rulesets(principal())
    every = sorted(loadable_rulesets(), key=lambda each: (each.name not in own, each.name != DEFAULT_RULESET))
    if question:
        event = {"event": request.args["event"]} if request.args.get("event") else {}
        return redirect(f"/rules/{every[0].name}?{urlencode({**event, **query})}", 303)
    body = render_template(
        "lookup/rules.html",
        rulesets=[
            RulesetRow(each.name, each.titles[language()], len(each.catalogue.in_force), each.name in own)
            for each in every
        ],
        answers=len(answers()),
        kinds=len(irregularities()),
        regulations=[(name, shipped.load(name).titles[language()]) for name in shipped.names()],
    )
    return cacheable(body)


@blueprint.get("/rules/<name>")
def show_ruleset(name: str) -> AnyResponse:
    """The search in a ruleset, and its chapters.

    Query parameters: ``q``: the question; ``codes``: the refusals and clauses that it is about; ``case``: a table.  A
    table or an ``event`` adds the event's regulation and precedents to the search, ``regulation`` a shipped regulation.
    """
    ruleset = ruleset_named(name)
    question = request.args.get("q", "").strip()[:MAX_QUESTION_LENGTH]
    codes = [each for each in request.args.get("codes", "").split(",") if each]
    case = requested_case()
    regulation, where, known = requested_sources(case)
    about = clauses_of(ruleset, [*codes, *(case.codes if case else ())])
    found = look_up(
        ruleset, question, language(), case=about, regulation=regulation, precedents=known.points, most=MAX_RESULTS
    )
    body = render_template(
        "lookup/rules_search.html",
        name=ruleset.name,
        title=ruleset.titles[language()],
        question=question,
        hidden={key: request.args[key] for key in ("codes", "case", "event", "regulation") if request.args.get(key)},
        hits=hit_rows(ruleset, found, where, known.addresses, language()),
        guide=irregularities_fitting(question, codes, language(), ruleset),
        searched=bool(question or about),
        answered=answered(question, found),
        case=ids_of_case(about, known.points),
        table=case.number if case else None,
        chapters=chapters(ruleset, language()),
        answers=[answer_row(each, language(), ruleset) for each in answers_in(ruleset.catalogue)],
    )
    return cacheable(body)


def requested_case() -> AskedSituation | None:
    """The case of the table in ``?case=``; None without one.

    Raises the problems ``unknown_person``, ``not_allowed`` and ``not_found``.
    """
    return case_of(request.args["case"], language()) if request.args.get("case") else None


def requested_sources(case: AskedSituation | None) -> Sources:
    """What to search besides the rules: the sources of the case's event or of ``?event=``, or a shipped regulation.

    Raises the problems ``unknown_person``, ``not_allowed`` and ``not_found``.
    """
    if case:
        return sources_of_event(case.event, language())
    if event_id := request.args.get("event"):
        event_for("event.read", event_id)
        return sources_of_event(event_id, language())
    return shipped_source(request.args.get("regulation"))


@blueprint.get("/rules/regulations/<name>")
def show_regulation(name: str) -> AnyResponse:
    """A shipped regulation in words, one line for each point."""
    if name not in shipped.names():
        raise Problem("not_found", path=request.path)
    text = shipped.text(name)
    regulation = parse_regulation(text)
    body = render_template(
        "lookup/rules_regulation.html",
        name=name,
        title=regulation.titles[language()],
        ruleset=regulation.game.ruleset,
        parts=regulation_lines(text, language()),
    )
    return cacheable(body)


@blueprint.get("/rules/<name>/index.json")
def show_index(name: str) -> AnyResponse:
    """The search index of a ruleset in the reader's language, for searching without a network.

    ``?case=``, ``?event=`` and ``?regulation=`` add what they add to the search.
    """
    ruleset = ruleset_named(name)
    regulation, where, known = requested_sources(requested_case())
    addresses = (*known.addresses.items(), *addresses_in(ruleset).items())
    found = offline_index(ruleset, language(), regulation, where, known.points, addresses)
    return cacheable(found, "application/json")


@blueprint.get("/rules/<name>/<path:clause_id>")
def show_clause(name: str, clause_id: str) -> AnyResponse:
    ruleset = ruleset_named(name)
    if clause_id.upper() in answers():
        return redirect(answer_address(clause_id.upper(), ruleset), 301)
    known = clause_named(ruleset, clause_id)
    if known is None:
        raise Problem("not_found", path=request.path)
    if known != clause_id:
        return redirect(f"/rules/{ruleset.name}/{known}", 301)
    page = clause_page(ruleset, ruleset.catalogue.clauses[clause_id], language())
    return cacheable(
        render_template("lookup/rules_clause.html", name=ruleset.name, title=ruleset.titles[language()], page=page)
    )


@blueprint.get("/rules/answers")
def show_answers() -> AnyResponse:
    """All known answers by group."""
    return cacheable(render_template("lookup/rules_answers.html", groups=answer_groups(language())))


@blueprint.get("/rules/answers/<path:answer_id>")
def show_answer(answer_id: str) -> AnyResponse:
    """An answer, at its permanent address; with ``?ruleset=``, citing the clauses in force there."""
    found = answer_named(answer_id)
    within = ruleset_named(request.args["ruleset"]) if request.args.get("ruleset") else None
    if found is None:
        raise Problem("not_found", path=request.path)
    if found.id != answer_id:
        return redirect(answer_address(found.id, within), 301)
    return cacheable(render_template("lookup/rules_answer.html", page=answer_page(found.id, language(), within)))


@blueprint.get("/rules-worker.js")
def worker() -> Response:
    """The service worker that makes the pages available without a network (https only).

    It is served from ``/``, because its scope could not include ``/rules/`` otherwise.
    """
    response = send_from_directory(folder() / "static" / "rules", "worker.js")
    response.headers["Cache-Control"] = "no-cache"
    return response
