"""The rules, to be looked up."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from referee.core.access.guard import allowed
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.language import language
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.names import named
from referee.events.regulation import regulation_of
from referee.lookup.precedents import NONE, Precedents, precedents_in
from referee.rules.answers import answer_address
from referee.rules.schemas import RulePage, RulesQuery
from referee.rules.search import Hit, look_up, look_up_everywhere
from rulesets.answers.answer import Answer, answers
from rulesets.kernel.registry import BrokenRuleset, UnknownRuleset, load
from rulesets.kernel.ruleset import Ruleset

blueprint = StrictBlueprint("rules", __name__, url_prefix="/api/v1/rules", description="The rules, to be looked up")


def as_json(hit: Hit, precedents: Precedents) -> dict[str, Any]:
    """A find as it is answered."""
    point = hit.found.point
    if point.id in precedents.rulings:
        kind, more = "precedent", of_precedent(precedents, point.id)
    elif (known := answers().get(point.id)) is not None:
        kind, more = "answer", of_answer(hit.ruleset, known)
    else:
        kind, more = "clause", of_clause(hit.ruleset, point.id)
    return {
        "ruleset": hit.ruleset,
        "kind": kind,
        "clause": point.id,
        "why": hit.found.why,
        "score": hit.found.score,
        "chapter": point.chapter,
        "title": point.title,
        "text": point.text,
        "example": point.example,
        "reading": point.reading or None,
        "clauses": list(point.clauses),
        "supersedes": list(point.supersedes),
        **more,
    }


def of_clause(ruleset: str, clause_id: str) -> dict[str, Any]:
    """What only a clause has."""
    clause = load(ruleset).catalogue.clauses[clause_id]
    return {
        "address": f"/rules/{ruleset}/{clause_id}",
        "layer": clause.layer,
        "standing": None,
        "source": clause.source[language()],
    }


def of_answer(ruleset: str, known: Answer) -> dict[str, Any]:
    """What only an answer has, as the ruleset has it."""
    return {
        "address": answer_address(known.id, load(ruleset)),
        "layer": None,
        "standing": known.standing,
        "source": "; ".join(each.address or each.names[language()] for each in known.sources),
    }


def of_precedent(precedents: Precedents, point_id: str) -> dict[str, Any]:
    """What only a precedent has."""
    found = precedents.rulings[point_id]
    return {
        "address": precedents.addresses[point_id],
        "layer": None,
        "standing": found.standing,
        "source": f"{found.source.name} {named(found.source.number)}",
    }


def ruleset_of_event(event_id: str) -> Ruleset:
    """The ruleset that an event's regulation names.  Raises the problem ``no_regulation``."""
    with service().database.read() as session:
        return load(regulation_of(session, event_id).game.ruleset)


@endpoint(blueprint, "GET", "", query=RulesQuery, gives=RulePage, fails=(401, 403, 404, 409), open_to_all=True)
def search_rules(query: dict[str, Any]) -> Response:
    """Look clauses and known answers up, in English, Japanese or Chinese: by words, by id, by chapter, or by what was
    refused. With an event, for its staff, its precedents too.
    """
    precedents, ruleset = NONE, None
    if "event" in query:
        allowed("case.read", query["event"])
        precedents = precedents_in(query["event"])
    codes = [each.strip() for each in query["codes"].split(",") if each.strip()]
    if "ruleset" in query:
        try:
            ruleset = load(query["ruleset"])
        except (UnknownRuleset, BrokenRuleset) as error:
            raise Problem("not_found", path=f"{request.path}?ruleset={query['ruleset']}") from error
    elif "event" in query:
        ruleset = ruleset_of_event(query["event"])
    if ruleset is not None:
        found = precedents.points
        hits = look_up(ruleset, query["q"], language(), case=codes, precedents=found, most=query["limit"])
    else:
        hits = look_up_everywhere(query["q"], language(), case=codes, most=query["limit"])
    rows = [as_json(hit, precedents) for hit in hits]
    return answer({"rows": rows, "next": None}, tag=repr(rows))
