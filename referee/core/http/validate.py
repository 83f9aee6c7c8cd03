"""Field validators: marshmallow's, with codes of ``referee/texts/fields.LANG.toml`` in place of messages."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, validate

from referee.core.http.field_faults import FieldFault


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
