"""Finds in the rules as they travel."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from referee.api.schemas.base import Query
from referee.rules.looked_up import MOST, MOST_LETTERS
from rulesets.search.index import WHYS


class RulesQuery(Query):
    """What is looked up."""

    ruleset = fields.String(
        metadata={"description": "The name of a ruleset; left out: all of them.", "example": "jma-2006"}
    )
    q = fields.String(
        load_default="",
        validate=validate.Length(max=MOST_LETTERS),
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
    limit = fields.Integer(load_default=10, validate=validate.Range(1, MOST))


class RuleOut(Schema):
    """A clause, an answer or a precedent that was found; their title is the question, the reading a note to it."""

    ruleset = fields.String(required=True, metadata={"example": "jma-2006"})
    kind = fields.String(required=True, validate=validate.OneOf(("clause", "answer", "precedent")))
    clause = fields.String(
        required=True,
        metadata={"description": "The id of the clause, answer or precedent.", "example": "JMA/AUCTION-1"},
    )
    address = fields.String(required=True, metadata={"description": "The path of its page."})
    why = fields.String(
        required=True,
        validate=validate.OneOf(WHYS),
        metadata={"description": "It is of the case, its id or its chapter was named, or words fit."},
    )
    score = fields.Float(required=True, metadata={"description": "How well words fit, within this answer."})
    chapter = fields.String(required=True)
    layer = fields.String(
        required=True, allow_none=True, metadata={"description": "Of a clause.", "example": "supplement"}
    )
    standing = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "How sure an answer is: settled; open (what its source says was not seen); conflict "
            "(sources differ); elsewhere (how others play, and how it is here). What a precedent is worth: binding, "
            "advice."
        },
    )
    clauses = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "What an answer or a precedent rests on, in whatever ruleset."},
    )
    supersedes = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "The clauses of earlier documents in whose place a clause is in force."},
    )
    source = fields.String(required=True)
    title = fields.String(required=True)
    text = fields.String(required=True)
    example = fields.String(required=True)
    reading = fields.String(required=True, allow_none=True)


class RulePage(Schema):
    """What was found, best first."""

    rows = fields.List(fields.Nested(RuleOut), required=True)
    next = fields.String(required=True, allow_none=True)
