"""Request and response schemas of penalties."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema

from referee.core.http import fields, validate
from referee.core.http.answers import About, answer_schema
from referee.core.http.schemas import Line, Lines, Moment, Query, Strict, Whole
from referee.penalties.commands import GivePenalty
from referee.penalties.record import EarlierPenalty
from referee.penalties.views import CategoryView, PenaltyView, RuleView, StepView, SuggestionView
from tournaments.penalties.rule import EFFECTS, ESCALATIONS


class PenaltiesQuery(Query):
    """Whose penalties to list."""

    player = fields.String(metadata={"description": "The player's id; left out: all players."})


class SuggestionQuery(Query):
    """The player and the category of offence."""

    player = fields.String(load_default="", metadata={"description": "The player's id."})
    category = fields.String(
        load_default="", metadata={"description": "The key of a category of the regulation.", "example": "protest"}
    )


class PenaltyIn(Strict):
    """A penalty."""

    player = Line(18, required=True, metadata={"description": "The player's id."})
    category = Line(
        40, required=True, metadata={"description": "The key of a category of the regulation.", "example": "protest"}
    )
    step = Line(
        40, required=True, metadata={"description": "The key of a step of the regulation.", "example": "caution"}
    )
    facts = Lines(2000, required=True, metadata={"description": "What happened."})
    reason = Lines(2000, load_default="", metadata={"description": "Why this step."})
    clauses = fields.List(
        Line(60),
        load_default=list,
        validate=validate.Length(max=20),
        metadata={"description": "The clauses it is based on; empty: those of the category.", "example": ["JMA/REF-2"]},
    )
    table_id = Line(
        18, allow_none=True, metadata={"description": "The id of the table of the game in which it happened."}
    )
    entry = Whole(
        1,
        10**6,
        allow_none=True,
        metadata={"description": "The number of the entry of the table's log that it is about."},
    )
    call_id = Line(18, allow_none=True, metadata={"description": "The id of the call that it came from."})


def penalty_of(given: dict[str, Any]) -> GivePenalty:
    """The penalty in a loaded `PenaltyIn`."""
    return GivePenalty(**{**given, "clauses": tuple(given["clauses"])})


class PenaltyNotedIn(Strict):
    """A record that the player has taken note."""

    note = Lines(2000, load_default="", metadata={"description": "What the player said."})


PenaltyStepRule = answer_schema(
    StepView,
    "PenaltyStepRule",
    weight="A higher number means a heavier penalty.",
    sign_off="Whether it is in force only once another person has signed it off.",
    severe="Whether it needs an arbiter.",
    effect=About(one_of=EFFECTS),
    effect_text=None,
    effect_told=fields.String(attribute="effect_text", required=True),
)
CategoryRule = answer_schema(CategoryView, "CategoryRule", first="The key of the step for the first offence.")
PenaltiesRuleOut = answer_schema(
    RuleView,
    "PenaltiesRuleOut",
    escalates=About(one_of=ESCALATIONS),
    steps=About("The steps, lightest first.", schema=PenaltyStepRule),
    categories=CategoryRule,
)


class PenaltyStepOut(Schema):
    """A step in the handling of a penalty."""

    kind = fields.String(required=True, validate=validate.OneOf(["proposed", "signed_off", "cancelled", "noted"]))
    note = fields.String(required=True)
    author = fields.String(required=True)
    account_id = fields.String(required=True, allow_none=True)
    at = Moment(required=True)


PenaltyOut = answer_schema(
    PenaltyView,
    "PenaltyOut",
    round="The number of the round; 0: before the first one.",
    number="The table's number.",
    step=PenaltyStepRule,
    state=About("`proposed`: it waits to be signed off.", one_of=["proposed", "in_force", "cancelled"]),
    noted="Whether the player has taken note.",
    steps=PenaltyStepOut,
)


EarlierPenaltyOut = answer_schema(
    EarlierPenalty,
    "EarlierPenaltyOut",
    event="The name of the event.",
    player="The player's id in that event.",
    state=About(one_of=["proposed", "in_force"]),
)


class PenaltyRecordPage(Schema):
    """Penalties of players with the same name in other events, newest first."""

    rows = fields.List(fields.Nested(EarlierPenaltyOut), required=True)
    next = fields.String(required=True, allow_none=True)


class PenaltyRecordQuery(Query):
    """The player whose earlier penalties to list."""

    player = Line(18, 0, load_default="", metadata={"description": "The player's id in this event."})


class PenaltyPage(Schema):
    """Penalties, newest first, with the steps and categories of the regulation."""

    rule = fields.Nested(PenaltiesRuleOut, required=True)
    rows = fields.List(fields.Nested(PenaltyOut), required=True)
    next = fields.String(required=True, allow_none=True)


SuggestionOut = answer_schema(
    SuggestionView,
    "SuggestionOut",
    step=PenaltyStepRule,
    because=About(one_of=["first", "again", "heaviest"]),
    times="How many earlier penalties count.",
    history=fields.List(fields.Nested(PenaltyOut), required=True),
)
