"""Penalties as they travel."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema

from referee.core.http import fields, validate
from referee.core.http.schemas import Line, Lines, Moment, Query, Strict, Whole
from referee.penalties.commands import GivePenalty
from tournaments.penalties.rule import EFFECTS, ESCALATIONS


class PenaltiesQuery(Query):
    """Whose penalties."""

    player = fields.String(metadata={"description": "The player's id; left out: everybody's."})


class SuggestionQuery(Query):
    """Who has done what."""

    player = fields.String(load_default="", metadata={"description": "The player's id."})
    category = fields.String(load_default="", metadata={"description": "The key of a category.", "example": "protest"})


class PenaltyIn(Strict):
    """A penalty."""

    player = Line(18, required=True, metadata={"description": "The player's id."})
    category = Line(40, required=True, metadata={"description": "A key of the regulation.", "example": "protest"})
    step = Line(40, required=True, metadata={"description": "A key of the regulation.", "example": "caution"})
    facts = Lines(2000, required=True, metadata={"description": "What happened."})
    reason = Lines(2000, load_default="", metadata={"description": "Why this step."})
    clauses = fields.List(
        Line(60),
        load_default=list,
        validate=validate.Length(max=20),
        metadata={"description": "The clauses it goes by; none: those of the category.", "example": ["JMA/REF-2"]},
    )
    table_id = Line(18, allow_none=True, metadata={"description": "The table of the game in which it happened."})
    entry = Whole(1, 10**6, allow_none=True, metadata={"description": "The entry of its log that it is about."})
    call_id = Line(18, allow_none=True, metadata={"description": "The call that it came from."})


def penalty_of(given: dict[str, Any]) -> GivePenalty:
    """The penalty in a loaded `PenaltyIn`."""
    return GivePenalty(**{**given, "clauses": tuple(given["clauses"])})


class PenaltyNotedIn(Strict):
    """The player has taken note."""

    note = Lines(2000, load_default="", metadata={"description": "What the player said."})


class PenaltyStepRule(Schema):
    """A step of the regulation."""

    key = fields.String(required=True)
    title = fields.String(required=True)
    weight = fields.Integer(required=True, metadata={"description": "The heavier the higher."})
    sign_off = fields.Boolean(required=True, metadata={"description": "In force only once somebody else signed it."})
    severe = fields.Boolean(required=True, metadata={"description": "It needs an arbiter."})
    effect = fields.String(required=True, validate=validate.OneOf(EFFECTS))
    points = fields.String(required=True, allow_none=True)
    effect_told = fields.String(attribute="effect_text", required=True)


class CategoryRule(Schema):
    """A kind of offence."""

    key = fields.String(required=True)
    title = fields.String(required=True)
    first = fields.String(required=True, metadata={"description": "The key of the step that it begins with."})
    clauses = fields.List(fields.String(), required=True)


class PenaltiesRuleOut(Schema):
    """The penalties of the regulation in force."""

    escalates = fields.String(required=True, validate=validate.OneOf(ESCALATIONS))
    steps = fields.List(fields.Nested(PenaltyStepRule), required=True, metadata={"description": "Lightest first."})
    categories = fields.List(fields.Nested(CategoryRule), required=True)


class PenaltyStepOut(Schema):
    """What was done about a penalty."""

    kind = fields.String(required=True, validate=validate.OneOf(["proposed", "signed_off", "cancelled", "noted"]))
    note = fields.String(required=True)
    author = fields.String(required=True)
    account_id = fields.String(required=True, allow_none=True)
    at = Moment(required=True)


class PenaltyOut(Schema):
    """A penalty, with the step as the regulation had it then."""

    id = fields.String(required=True)
    event_id = fields.String(required=True)
    player = fields.String(required=True)
    name = fields.String(required=True)
    round = fields.Integer(required=True, metadata={"description": "In which round, 0: before the first."})
    table_id = fields.String(required=True, allow_none=True)
    number = fields.Integer(required=True, allow_none=True, metadata={"description": "The table's number."})
    entry = fields.Integer(required=True, allow_none=True)
    call_id = fields.String(required=True, allow_none=True)
    category = fields.String(required=True)
    category_title = fields.String(required=True)
    step = fields.Nested(PenaltyStepRule, required=True)
    state = fields.String(
        required=True,
        validate=validate.OneOf(["proposed", "in_force", "cancelled"]),
        metadata={"description": "`proposed`: it waits to be signed."},
    )
    facts = fields.String(required=True)
    reason = fields.String(required=True)
    clauses = fields.List(fields.String(), required=True)
    given_by = fields.String(required=True)
    given_at = Moment(required=True)
    noted = fields.Boolean(required=True, metadata={"description": "Whether the player has taken note."})
    steps = fields.List(fields.Nested(PenaltyStepOut), required=True)


class PenaltyPage(Schema):
    """Penalties, the latest first, and what the regulation has of them."""

    rule = fields.Nested(PenaltiesRuleOut, required=True)
    rows = fields.List(fields.Nested(PenaltyOut), required=True)
    next = fields.String(required=True, allow_none=True)


class SuggestionOut(Schema):
    """The step that is suggested, and the player's penalties so far."""

    step = fields.Nested(PenaltyStepRule, required=True)
    because = fields.String(required=True, validate=validate.OneOf(["first", "again", "heaviest"]))
    times = fields.Integer(required=True, metadata={"description": "How many earlier penalties count."})
    sentence = fields.String(required=True)
    history = fields.List(fields.Nested(PenaltyOut), required=True)
