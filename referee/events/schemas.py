"""The forms of events, regulations and the audit log."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, validates_schema

from referee.core.http import fields, validate
from referee.core.http.schemas import Line, Lines, Moment, Strict, Whole
from referee.events.plan import STAGES
from rulesets.languages import FIRST, LANGUAGES, NAMES
from tournaments.toml_text import LONGEST_TEXT

OFFERED = tuple(NAMES)


def language_field(**options: Any) -> fields.String:
    """A language of the service."""
    about = {"description": f"{', '.join(OFFERED[:-1])} or {OFFERED[-1]}", "example": FIRST}
    return fields.String(validate=validate.OneOf(LANGUAGES), metadata=about, **options)


class EventIn(Strict):
    """A new event."""

    name = Line(required=True, metadata={"example": "第30回モノポリー日本選手権"})
    language = language_field(load_default=FIRST)


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


class RegulationIn(Strict):
    """The regulation that an event is to be held by: a shipped one by its name, or its text."""

    shipped = Line(100, metadata={"description": "The name of a shipped one.", "example": "jma-national-2012"})
    text = Lines(LONGEST_TEXT, metadata={"description": "TOML, as docs/regulations.md describes it."})
    reason = Lines(
        2000, metadata={"description": "Why it is changed; needed once the first round has started: it is a deviation."}
    )

    @validates_schema
    def one_of_both(self, data: Any, **_more: Any) -> None:
        """Exactly one of the two."""
        if ("shipped" in data) == ("text" in data):
            raise ValidationError("not_one_regulation")


class ShippedRow(Schema):
    """A regulation that comes with the service."""

    name = fields.String(required=True)
    version = fields.String(required=True)
    titles = fields.Dict(
        keys=fields.String(), values=fields.String(), required=True, metadata={"description": "By language."}
    )
    fingerprint = fields.String(required=True)
    sources = fields.List(fields.String(), required=True, metadata={"description": "Addresses that it follows."})


class ShippedPage(Schema):
    """All shipped regulations."""

    rows = fields.List(fields.Nested(ShippedRow), required=True)
    next = fields.String(required=True, allow_none=True)


class RegulationOut(ShippedRow):
    """The regulation that an event is held by."""

    number = fields.Integer(required=True, metadata={"description": "Of the version, from 1."})
    locked = fields.Boolean(
        required=True, metadata={"description": "The first round has started; a change is a deviation."}
    )
    text = fields.String(required=True, metadata={"description": "Its TOML, comments and all."})
    content = fields.Dict(required=True, metadata={"description": "What stands in it."})
    author = fields.String(required=True)
    made_at = Moment(required=True)
    reason = fields.String(required=True, allow_none=True)


class KeyChange(Schema):
    """A key of a regulation that differs; null: nothing given."""

    path = fields.String(required=True, metadata={"example": "points.rule[2].at_most"})
    before = fields.Raw(required=True, allow_none=True)
    after = fields.Raw(required=True, allow_none=True)


class VersionOut(Schema):
    """A version of an event's regulation."""

    number = fields.Integer(required=True)
    name = fields.String(required=True)
    version = fields.String(required=True)
    fingerprint = fields.String(required=True)
    author = fields.String(required=True)
    made_at = Moment(required=True)
    reason = fields.String(required=True, allow_none=True)
    deviates = fields.Boolean(required=True, metadata={"description": "Made after the first round had started."})
    changes = fields.List(
        fields.Nested(KeyChange), required=True, metadata={"description": "Against the version before, key by key."}
    )


class VersionPage(Schema):
    """All versions, the first one first."""

    rows = fields.List(fields.Nested(VersionOut), required=True)
    next = fields.String(required=True, allow_none=True)


class AuditOut(Schema):
    """A change: what was done to what, by whom, when."""

    id = fields.String(required=True)
    at = Moment(required=True)
    event_id = fields.String(required=True, allow_none=True)
    author = fields.String(required=True)
    account_id = fields.String(required=True, allow_none=True)
    credential_id = fields.String(required=True, allow_none=True)
    action = fields.String(required=True, metadata={"example": "member.give"})
    target = fields.String(required=True, metadata={"example": "account:01k3v9x2m4aaaaaaaa"})
    details = fields.Dict(required=True)


class AuditPage(Schema):
    """A page of the audit log, the newest first."""

    rows = fields.List(fields.Nested(AuditOut), required=True)
    next = fields.String(required=True, allow_none=True)
