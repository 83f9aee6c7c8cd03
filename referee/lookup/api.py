"""API: the search in the rules."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from referee.core.access.guard import allowed
from referee.core.http import fields
from referee.core.http.declared import dump
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.http.schemas import Query
from referee.core.language import language
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.regulation import regulation_of
from referee.lookup.views import NO_PRECEDENTS, RulePage, precedents_in, rule_view
from referee.rules.search import MAX_QUESTION_LENGTH, MAX_RESULTS, answered, look_up, look_up_everywhere
from rulesets.kernel.registry import BrokenRuleset, UnknownRuleset, load
from rulesets.kernel.ruleset import Ruleset
from rulesets.search.certain import CERTAIN

blueprint = StrictBlueprint("rules", __name__, url_prefix="/api/v1/rules", description="Search in the rules")


class RulesQuery(Query):
    """What to look up."""

    ruleset = fields.String(
        metadata={"description": "The name of a ruleset; left out: all rulesets.", "example": "jma-2006"}
    )
    q = fields.String(
        load_default="",
        validate=fields.Length(max=MAX_QUESTION_LENGTH),
        metadata={"description": "A question, some words, or an id.", "example": "two want the last house"},
    )
    codes = fields.String(
        load_default="",
        validate=fields.Length(max=2000),
        metadata={"description": "Comma-separated codes of refusals and ids of clauses, whose rules are listed first."},
    )
    event = fields.String(
        validate=fields.Length(max=18),
        metadata={
            "description": "The id of an event, to include its precedents; `ruleset` then defaults to that of its "
            "regulation."
        },
    )
    limit = fields.Integer(load_default=10, validate=fields.Range(1, MAX_RESULTS))


def ruleset_of_event(event_id: str) -> Ruleset:
    """The ruleset that an event's regulation names.  Raises the problem ``no_regulation``."""
    with service().database.read() as session:
        return load(regulation_of(session, event_id).game.ruleset)


@endpoint(blueprint, "GET", "", query=RulesQuery, gives=RulePage, fails=(401, 403, 404, 409), open_to_all=True)
def search_rules(query: dict[str, Any]) -> Response:
    """Search clauses and known answers, in English, Japanese or Chinese.

    By words, by id, by chapter, or by the codes of a refusal.  With an event, its staff also get its precedents.
    """
    precedents, ruleset = NO_PRECEDENTS, None
    if "event" in query:
        allowed("case.read", query["event"])
        precedents = precedents_in(query["event"], language())
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
    rows = [rule_view(hit, precedents, language()) for hit in hits]
    told = answered(query["q"], hits)
    body = dump(RulePage, RulePage(rows, told == CERTAIN, told))
    return answer(body, tag=repr(body))
