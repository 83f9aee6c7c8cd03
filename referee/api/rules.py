"""The rules, to be looked up."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from referee.api.answers import answer
from referee.api.endpoint import StrictBlueprint, endpoint
from referee.api.schemas.rule import RulePage, RulesQuery
from referee.language import language
from referee.problems import Problem
from referee.rules.looked_up import Hit, look_up, look_up_everywhere
from rulesets.kernel.registry import BrokenRuleset, UnknownRuleset, load

blueprint = StrictBlueprint("rules", __name__, url_prefix="/api/v1/rules", description="The rules, to be looked up")


def as_json(hit: Hit) -> dict[str, Any]:
    """A find as it is answered."""
    point = hit.found.point
    clause = load(hit.ruleset).catalogue.clauses[point.id]
    return {
        "ruleset": hit.ruleset,
        "clause": point.id,
        "address": f"/rules/{hit.ruleset}/{point.id}",
        "why": hit.found.why,
        "score": hit.found.score,
        "chapter": point.chapter,
        "layer": clause.layer,
        "source": clause.source,
        "title": point.title,
        "text": point.text,
        "example": point.example,
        "reading": point.reading or None,
    }


@endpoint(blueprint, "GET", "", query=RulesQuery, gives=RulePage, fails=(404,), open_to_all=True)
def search_rules(query: dict[str, Any]) -> Response:
    """Look clauses up, in English, Japanese or Chinese: by words, by id, by chapter, or by what was refused."""
    codes = [each.strip() for each in query["codes"].split(",") if each.strip()]
    if "ruleset" in query:
        try:
            ruleset = load(query["ruleset"])
        except (UnknownRuleset, BrokenRuleset) as error:
            raise Problem("not_found", path=f"{request.path}?ruleset={query['ruleset']}") from error
        hits = look_up(ruleset, query["q"], language(), case=codes, most=query["limit"])
    else:
        hits = look_up_everywhere(query["q"], language(), case=codes, most=query["limit"])
    rows = [as_json(hit) for hit in hits]
    return answer({"rows": rows, "next": None}, tag=repr(rows))
