"""Regulations as they travel."""

from __future__ import annotations

from typing import Any
from unicodedata import category

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from referee.api.schemas.base import Line, Moment, Strict
from tournaments.toml_text import LONGEST_TEXT


class Lines(fields.String):
    """A text of several lines, without control characters or halves of letters; every line ends with one ``\\n``."""

    def __init__(self, most: int, **options: Any) -> None:
        super().__init__(validate=validate.Length(max=most), **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text = str(super()._deserialize(value, attr, data, **kwargs)).replace("\r\n", "\n").replace("\r", "\n")
        if any(category(letter) in ("Cc", "Cs") and letter not in "\n\t" for letter in text):
            raise ValidationError("Not a text without control characters.")
        return text


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
            raise ValidationError("Exactly one of shipped and text is needed.")


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
