"""Schema fields: marshmallow's, with codes of ``referee/texts/fields.LANG.toml`` in place of messages.

Schemas take their fields from here, and their validators from `referee.core.http.validate`.
"""

from __future__ import annotations

from typing import Any

from marshmallow import fields
from marshmallow.types import ErrorMessages


def codes(**own: str) -> ErrorMessages:
    """Codes to replace the messages of a field: its own, and those that every field has."""
    return {"required": "missing", "null": "null", **own}


class Raw(fields.Raw):
    """Any value."""

    default_error_messages = codes()


class String(fields.String):
    """A text."""

    default_error_messages = codes(invalid="not_text", invalid_utf8="not_text")


class Integer(fields.Integer):
    """A whole number."""

    default_error_messages = codes(invalid="not_whole", too_large="too_large")


class Float(fields.Float):
    """A number in a response; requests only have exact ones."""

    default_error_messages = codes()


class Boolean(fields.Boolean):
    """Yes or no."""

    default_error_messages = codes(invalid="not_boolean")


class Dict(fields.Dict):
    """An object whose fields are not known beforehand."""

    default_error_messages = codes(invalid="not_object")


class List(fields.List[Any]):
    """A list of values of one field."""

    default_error_messages = codes(invalid="not_list")


class Nested(fields.Nested):
    """An object with a schema of its own."""

    default_error_messages = codes(type="not_object")
