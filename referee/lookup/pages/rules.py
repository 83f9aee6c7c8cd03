"""The rules, to be looked up by everybody: rulesets, the search in one, the permanent page of a clause."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, send_from_directory
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.guard import principal
from referee.core.access.scope import event_for
from referee.core.http.responses import etag
from referee.core.language import language
from referee.core.pages.packing import packed
from referee.core.pages.templates import folder
from referee.core.problems import Problem
from referee.events.regulation import read
from referee.lookup.beside import Beside, of_event, of_shipped
from referee.rules.answers import addresses_in, answer_address, answer_row
from referee.rules.case import Case, case_of
from referee.rules.offline import offline_index
from referee.rules.pages.text import chapters, clause_told, hits_told, own_rulesets, regulation_lines
from referee.rules.points import rulesets_there
from referee.rules.search import MOST_LETTERS, clause_named, clauses_of, look_up, named_first
from rulesets.answers.answer import answers, answers_in
from rulesets.kernel.registry import BrokenRuleset, UnknownRuleset, load
from rulesets.kernel.ruleset import Ruleset
from tournaments.regulation import shipped

blueprint = Blueprint("rules_page", __name__)

SHOWN = 10
"""Finds on a page."""


def kept(body: str, mimetype: str = "text/html") -> Response:
    """An answer that a browser keeps and asks for again by its tag."""
    response = Response(mimetype=mimetype)
    response.set_etag(etag(body))
    response = packed(response, body.encode())
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.update(("Accept-Language", "Cookie"))
    response.make_conditional(request)
    return response


def ruleset_named(name: str) -> Ruleset:
    """A ruleset by its name.  Raises the problem ``not_found``."""
    try:
        return load(name)
    except (UnknownRuleset, BrokenRuleset) as error:
        raise Problem("not_found", path=request.path) from error


@blueprint.get("/rules")
def show_rulesets() -> AnyResponse:
    """The rulesets, those of one's events first; ``?case=``: on to the one of a table."""
    if asked := request.args.get("case"):
        return redirect(f"/rules/{case_of(asked).ruleset.name}?case={asked}", 303)
    own = own_rulesets(principal())
    every = sorted(rulesets_there(), key=lambda each: each.name not in own)
    body = render_template(
        "rules.html",
        rulesets=[
            {"name": each.name, "title": each.titles[language()], "count": len(each.catalogue.in_force),
             "own": each.name in own}
            for each in every
        ],
        answers=len(answers()),
        regulations=[(name, shipped.load(name).titles[language()]) for name in shipped.names()],
    )  # fmt: skip
    return kept(body)


@blueprint.get("/rules/<name>")
def show_ruleset(name: str) -> AnyResponse:
    """The search in a ruleset, and its chapters.

    ``?q=`` asks, ``?codes=`` names the refusals and clauses that it is about, ``?case=`` a table; a table and
    ``?event=`` add what the regulation of the event says and its precedents, ``?regulation=`` what a shipped one says.
    """
    ruleset = ruleset_named(name)
    asked = request.args.get("q", "").strip()[:MOST_LETTERS]
    codes = [each for each in request.args.get("codes", "").split(",") if each]
    case = case_asked()
    regulation, where, known = beside_asked(case)
    about = clauses_of(ruleset, [*codes, *(case.codes if case else ())])
    found = look_up(ruleset, asked, language(), case=about, regulation=regulation, precedents=known.points, most=SHOWN)
    hits = hits_told(ruleset, found, where)
    body = render_template(
        "rules_search.html",
        name=ruleset.name,
        title=ruleset.titles[language()],
        asked=asked,
        hidden={key: request.args[key] for key in ("codes", "case", "event", "regulation") if request.args.get(key)},
        hits=[{**each, "address": known.addresses.get(each["id"], each["address"])} for each in hits],
        looked=bool(asked or about),
        case=named_first(about, known.points),
        table=case.number if case else None,
        chapters=chapters(ruleset, language()),
        answers=[answer_row(each, language(), ruleset) for each in answers_in(ruleset.catalogue)],
    )
    return kept(body)


def case_asked() -> Case | None:
    """The case of the table that is asked from.

    Raises the problems ``unknown_person``, ``not_allowed`` and ``not_found``.
    """
    return case_of(request.args["case"]) if request.args.get("case") else None


def beside_asked(case: Case | None) -> Beside:
    """What is looked through too: what the event of a case, or one that is asked for, adds, or a shipped regulation.

    Raises the problems ``unknown_person``, ``not_allowed`` and ``not_found``.
    """
    if case:
        return of_event(case.event)
    if event_id := request.args.get("event"):
        event_for("event.read", event_id)
        return of_event(event_id)
    return of_shipped(request.args.get("regulation"))


@blueprint.get("/rules/regulations/<name>")
def show_regulation(name: str) -> AnyResponse:
    """What a shipped regulation says, a point a line."""
    if name not in shipped.names():
        raise Problem("not_found", path=request.path)
    text = shipped.text(name)
    regulation = read(text)
    body = render_template(
        "rules_regulation.html",
        name=name,
        title=regulation.titles[language()],
        ruleset=regulation.game.ruleset,
        parts=regulation_lines(text, language()),
    )
    return kept(body)


@blueprint.get("/rules/<name>/index.json")
def show_index(name: str) -> AnyResponse:
    """The rules of a ruleset in a language, with what is looked through beside them, to be searched without a network;
    ``?case=``, ``?event=`` and ``?regulation=`` as in the search.
    """
    ruleset = ruleset_named(name)
    regulation, where, known = beside_asked(case_asked())
    addresses = (*known.addresses.items(), *addresses_in(ruleset).items())
    found = offline_index(ruleset, language(), regulation, where, known.points, addresses)
    return kept(found, "application/json")


@blueprint.get("/rules/<name>/<path:clause_id>")
def show_clause(name: str, clause_id: str) -> AnyResponse:
    """A clause, at its permanent address."""
    ruleset = ruleset_named(name)
    if clause_id.upper() in answers():
        return redirect(answer_address(clause_id.upper(), ruleset), 301)
    known = clause_named(ruleset, clause_id)
    if known is None:
        raise Problem("not_found", path=request.path)
    if known != clause_id:
        return redirect(f"/rules/{ruleset.name}/{known}", 301)
    facts: dict[str, Any] = clause_told(ruleset, ruleset.catalogue.clauses[clause_id], language())
    return kept(render_template("rules_clause.html", name=ruleset.name, title=ruleset.titles[language()], **facts))


@blueprint.get("/rules-worker.js")
def worker() -> Response:
    """What lets the pages begin without a network (https only): below ``/`` so that it may serve ``/rules/``."""
    response = send_from_directory(folder() / "static" / "rules", "worker.js")
    response.headers["Cache-Control"] = "no-cache"
    return response
