"""Schema fields: marshmallow's, with codes of ``referee/texts/fields.LANG.toml`` in place of messages.

Schemas take their fields and validators from here.  Values in JSON are read strictly; those in forms,
inside of `as_typed`, as people type them (`tournaments.typed`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from marshmallow import ValidationError, fields, validate
from marshmallow.types import ErrorMessages

from referee.core.http.field_faults import FieldFault
from rulesets import Money
from tournaments.lists.cells import DOLLARS
from tournaments.typed import Kind, Misread, Whole, read_in

Value = TypeVar("Value")

_TYPED: ContextVar[Money | None] = ContextVar("typed", default=None)


@contextmanager
def as_typed(money: Money | None = None) -> Iterator[None]:
    """Inside of it, fields read texts as people type them.  ``money``: of the game that amounts are in; by default as
    outside, or dollars.
    """
    token = _TYPED.set(money or _TYPED.get() or DOLLARS)
    try:
        yield
    finally:
        _TYPED.reset(token)


def is_typed(value: object) -> bool:
    """Whether a value is a text that a person has typed."""
    return isinstance(value, str) and _TYPED.get() is not None


def read_typed(kind: Kind[Value], text: str) -> Value:
    """The value that somebody has typed.  Raises ValidationError."""
    try:
        return read_in(kind, text, _TYPED.get() or DOLLARS)
    except Misread as error:
        raise ValidationError([FieldFault("", error.code, error.facts)]) from error


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
    """A whole number.  ``kind``: as which it is typed."""

    kind = Whole()
    default_error_messages = codes(invalid="not_whole", too_large="too_large")

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if is_typed(value):
            if not value.strip():
                raise self.make_error("required")
            value = read_typed(self.kind, value)
        return super()._deserialize(value, attr, data, **kwargs)


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


class Range(validate.Range):
    """A number from ``min`` to ``max``."""

    def __call__(self, value: Any) -> Any:
        """The value.  Raises ValidationError."""
        try:
            return super().__call__(value)
        except ValidationError as error:
            raise ValidationError([bounds("", self.min, self.max)]) from error


class Length(validate.Length):
    """A text or list of ``min`` to ``max`` characters or items, or exactly ``equal``; an empty text is ``missing``."""

    def __call__(self, value: Any) -> Any:
        """The value.  Raises ValidationError."""
        try:
            return super().__call__(value)
        except ValidationError as error:
            if value == "":
                fault = FieldFault("", "missing", {})
            elif self.equal is not None:
                fault = FieldFault("", "length", {"exactly": self.equal})
            else:
                fault = bounds("length_", self.min, self.max)
            raise ValidationError([fault]) from error


class OneOf(validate.OneOf):
    """One of a few values."""

    def __call__(self, value: Any) -> Any:
        """The value.  Raises ValidationError."""
        try:
            return super().__call__(value)
        except ValidationError as error:
            raise ValidationError([FieldFault("", "choice", {"choices": self.choices_text})]) from error


class Regexp(validate.Regexp):
    """A text that matches a pattern.  ``error``: the code if it does not; ``form`` by default."""

    default_message = "form"


def bounds(kind: str, least: Any, most: Any) -> FieldFault:
    """The fault of a value outside one bound or both."""
    if most is None:
        return FieldFault("", f"{kind}from", {"least": least})
    if least is None:
        return FieldFault("", f"{kind}to", {"most": most})
    return FieldFault("", f"{kind}from_to", {"least": least, "most": most})
