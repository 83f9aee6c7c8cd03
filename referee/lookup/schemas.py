"""Schemas of the search in the rules."""

from __future__ import annotations

from marshmallow import Schema

from referee.core.http import fields, validate
from referee.core.http.answers import About, answer_schema
from referee.core.http.schemas import Query
from referee.lookup.views import RuleView
from referee.rules.search import MAX_QUESTION_LENGTH, MAX_RESULTS
from rulesets.search.index import WHYS


class RulesQuery(Query):
    """What to look up."""

    ruleset = fields.String(
        metadata={"description": "The name of a ruleset; left out: all rulesets.", "example": "jma-2006"}
    )
    q = fields.String(
        load_default="",
        validate=validate.Length(max=MAX_QUESTION_LENGTH),
        metadata={"description": "A question, some words, or an id.", "example": "two want the last house"},
    )
    codes = fields.String(
        load_default="",
        validate=validate.Length(max=2000),
        metadata={"description": "Comma-separated codes of refusals and ids of clauses, whose rules are listed first."},
    )
    event = fields.String(
        validate=validate.Length(max=18),
        metadata={
            "description": "The id of an event, to include its precedents; `ruleset` then defaults to that of its "
            "regulation."
        },
    )
    limit = fields.Integer(load_default=10, validate=validate.Range(1, MAX_RESULTS))


RuleOut = answer_schema(
    RuleView,
    "RuleOut",
    ruleset=About(example="jma-2006"),
    kind=About(one_of=("clause", "answer", "precedent")),
    clause=About("The id of the clause, answer or precedent.", example="JMA/AUCTION-1"),
    address="The path of its page.",
    why=About("Why it was found: it belongs to the case, its id or chapter was named, or words match.", one_of=WHYS),
    score=fields.Float(required=True, metadata={"description": "How well the words match, relative to this response."}),
    layer=About("The layer of a clause.", example="supplement"),
    standing="For an answer, how certain it is: settled; open (its source was not seen); conflict (sources differ); "
    "elsewhere (how others play, and how it is here). For a precedent, what it is worth: binding, advice.",
    clauses="The clauses that an answer or a precedent rests on, in any ruleset.",
    supersedes="The clauses of earlier documents that a clause replaces.",
)
"""A clause, an answer or a precedent that was found.  For an answer, the title is its question, the reading a note."""


class RulePage(Schema):
    """The search results, best first."""

    rows = fields.List(fields.Nested(RuleOut), required=True)
    certain = fields.Boolean(
        required=True,
        metadata={
            "description": "false: nothing answers the question for certain, and the rows are the closest matches. "
            "The regulation or the arbiter may have to decide it."
        },
    )
    next = fields.String(required=True, allow_none=True)
