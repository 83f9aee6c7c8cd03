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
        metadata={"description": "The name of a ruleset; left out: all of them.", "example": "jma-2006"}
    )
    q = fields.String(
        load_default="",
        validate=validate.Length(max=MAX_QUESTION_LENGTH),
        metadata={"description": "A question, some words, an id.", "example": "two want the last house"},
    )
    codes = fields.String(
        load_default="",
        validate=validate.Length(max=2000),
        metadata={"description": "Codes of refusals and ids of clauses that come first, with commas between them."},
    )
    event = fields.String(
        validate=validate.Length(max=18),
        metadata={
            "description": "The id of an event: its precedents too, in the ruleset of its regulation unless another is "
            "named."
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
    why=About("It is of the case, its id or its chapter was named, or words fit.", one_of=WHYS),
    score=fields.Float(required=True, metadata={"description": "How well words fit, within this answer."}),
    layer=About("Of a clause.", example="supplement"),
    standing="How sure an answer is: settled; open (what its source says was not seen); conflict (sources differ); "
    "elsewhere (how others play, and how it is here). What a precedent is worth: binding, advice.",
    clauses="What an answer or a precedent rests on, in whatever ruleset.",
    supersedes="The clauses of earlier documents in whose place a clause is in force.",
)
"""A clause, an answer or a precedent that was found.  The title of an answer is its question, the reading a note."""


class RulePage(Schema):
    """What was found, best first."""

    rows = fields.List(fields.Nested(RuleOut), required=True)
    certain = fields.Boolean(
        required=True,
        metadata={
            "description": "false: nothing answers the question for certain, and the rows are what comes nearest. It "
            "may be one for the regulation or the arbiter."
        },
    )
    next = fields.String(required=True, allow_none=True)
