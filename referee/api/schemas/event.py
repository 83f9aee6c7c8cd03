"""Events and rounds as they travel."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields, validate

from referee.api.schemas.base import Line, Moment, Strict, Whole
from referee.event.stages import STAGES
from referee.problems import LANGUAGES


def language_field(**options: Any) -> fields.String:
    """A language of the service."""
    about = {"description": "ja, en or zh", "example": "ja"}
    return fields.String(validate=validate.OneOf(LANGUAGES), metadata=about, **options)


class EventIn(Strict):
    """A new event."""

    name = Line(required=True, metadata={"example": "第30回モノポリー日本選手権"})
    language = language_field(load_default="ja")


class EventChange(Strict):
    """What is to be changed."""

    name = Line()
    language = language_field()
    archived = fields.Boolean(truthy={True}, falsy={False})


class EventOut(Schema):
    """An event."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    language = fields.String(required=True)
    created_at = Moment(required=True)
    archived_at = Moment(required=True, allow_none=True)


class EventPage(Schema):
    """A page of events."""

    rows = fields.List(fields.Nested(EventOut), required=True)
    next = fields.String(required=True, allow_none=True)


class RoundIn(Strict):
    """A new round.  ``minutes`` null: without a time limit."""

    number = Whole(1, 1000, required=True, metadata={"example": 1})
    name = Line(load_default="", least=0, metadata={"example": "予選第1ゲーム"})
    minutes = Whole(1, 1440, load_default=90, allow_none=True)
    warnings = fields.List(
        Whole(1, 86400),
        load_default=lambda: [600, 300, 60],
        validate=validate.Length(max=10),
        metadata={"description": "Seconds before the end at which the hall is warned."},
    )


class RoundOut(Schema):
    """A round."""

    id = fields.String(required=True)
    event_id = fields.String(required=True)
    number = fields.Integer(required=True)
    name = fields.String(required=True)
    minutes = fields.Integer(required=True, allow_none=True)
    warnings = fields.List(fields.Integer(), required=True)
    state = fields.String(required=True, validate=validate.OneOf(["drafted", "running", "closed"]))
    stage = fields.String(
        required=True,
        validate=validate.OneOf(STAGES),
        metadata={"description": "How far it is; `entered`: the results of all tables are confirmed."},
    )
    created_at = Moment(required=True)
    published_at = Moment(required=True, allow_none=True, metadata={"description": "Since when its seats are public."})
    results_published_at = Moment(required=True, allow_none=True)


class RoundPage(Schema):
    """All rounds of an event."""

    rows = fields.List(fields.Nested(RoundOut), required=True)
    next = fields.String(required=True, allow_none=True)
