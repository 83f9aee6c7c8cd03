"""What all schemas share: strict fields, and no field that nobody knows."""

from __future__ import annotations

from typing import Any
from unicodedata import category

from marshmallow import RAISE, Schema, ValidationError, fields, validate

from referee.problems import LANGUAGES

UNSEEN = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Letters that end lines or steer terminals, and halves of letters."""


class Strict(Schema):
    """A schema that refuses fields that it does not know."""

    class Meta:
        unknown = RAISE


class Query(Strict):
    """What may stand behind ``?``."""

    lang = fields.String(
        validate=validate.OneOf(LANGUAGES), metadata={"description": "The language of sentences.", "example": "ja"}
    )


class Page(Query):
    """A page of a list: what comes behind a cursor."""

    cursor = fields.String(
        validate=validate.Length(1, 100), metadata={"description": "`next` of the page before; none: from the start."}
    )
    limit = fields.Integer(
        load_default=100, validate=validate.Range(1, 1000), metadata={"description": "How many rows at most."}
    )


class Whole(fields.Integer):
    """A whole number, neither 2.0 nor "2"."""

    def __init__(self, least: int, most: int, **options: Any) -> None:
        super().__init__(strict=True, validate=validate.Range(least, most), **options)

    def _validated(self, value: Any) -> int:
        if isinstance(value, str | bool):
            raise self.make_error("invalid", input=value)
        return int(super()._validated(value) or 0)


class Line(fields.String):
    """A text on one line, with something in it."""

    def __init__(self, most: int = 200, least: int = 1, **options: Any) -> None:
        super().__init__(validate=validate.Length(least, most), **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text = str(super()._deserialize(value, attr, data, **kwargs)).strip()
        if any(category(letter) in UNSEEN for letter in text):
            raise ValidationError("Not a text on one line without control characters.")
        return text


class Moment(fields.Integer):
    """A moment: milliseconds since 1970, UTC."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("metadata", {"description": "Milliseconds since 1970, UTC.", "example": 1790000000000})
        super().__init__(strict=True, **options)


Identifier = fields.String(metadata={"description": "An identifier.", "example": "01k3v9x2m4aaaaaaaa"})


class ProblemSchema(Schema):
    """What could not be answered (RFC 9457)."""

    type = fields.String(required=True, metadata={"example": "/problems/outdated"})
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    code = fields.String(required=True)
