"""What all schemas share: strict fields, and refusing unknown ones."""

from __future__ import annotations

import base64
import binascii
import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Annotated, Any, TypeAlias
from unicodedata import category

from marshmallow import RAISE, Schema, ValidationError
from marshmallow.fields import Field

from referee.core.http import fields
from referee.core.language import language
from rulesets.languages import FIRST, LANGUAGES
from tournaments import typed
from tournaments.unseen import is_visible, without_unseen

CODES = {"unknown": "unknown", "type": "not_object"}
"""Codes to replace marshmallow's messages of schemas."""
NUMBER = re.compile(r"-?\d{1,12}(\.\d{1,6})?|-?\d{1,12}/[1-9]\d{0,5}", re.ASCII)
NOT_IN_LINES = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Unicode categories of characters that end lines or control terminals, and of lone surrogates."""


class Strict(Schema):
    """A schema that refuses fields that it does not know."""

    error_messages = CODES

    class Meta:
        unknown = RAISE


class Query(Strict):
    """Query parameters."""

    lang = fields.String(
        validate=fields.OneOf(LANGUAGES),
        metadata={"description": "The language of texts in the response.", "example": FIRST},
    )


class Page(Query):
    """The query parameters of a list: which page of it."""

    cursor = fields.String(
        validate=fields.Regexp(r"^[0-9a-z]{1,100}\Z"),
        metadata={"description": "`next` of the previous page; left out: the first page."},
    )
    limit = fields.Integer(
        load_default=100, validate=fields.Range(1, 1000), metadata={"description": "The maximum number of rows."}
    )


def boolean_parameter(text: str) -> fields.Boolean:
    """A boolean query parameter, false if it is left out."""
    return fields.Boolean(load_default=False, metadata={"description": text})


class WholeField(fields.Integer):
    """A whole number of a kind (`tournaments.typed`), in JSON neither 2.0 nor "2"."""

    def __init__(self, least: int, most: int, kind: type[typed.Whole] = typed.Whole, **options: Any) -> None:
        super().__init__(strict=True, validate=fields.Range(least, most), **options)
        self.kind = kind(least, most)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if isinstance(value, bool) or (isinstance(value, str) and not fields.is_typed(value)):
            raise self.make_error("invalid", input=value)
        return int(super()._deserialize(value, attr, data, **kwargs))


class Line(fields.String):
    """A text on one line, with something in it that can be seen, unless it may be empty; what nobody sees is left out
    (`tournaments.unseen`).
    """

    def __init__(self, most: int = 200, least: int = 1, **options: Any) -> None:
        super().__init__(validate=fields.Length(least, most), **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        typed = str(super()._deserialize(value, attr, data, **kwargs)).strip()
        if any(category(letter) in NOT_IN_LINES for letter in typed):
            raise ValidationError("not_one_line")
        text = without_unseen(typed).strip()
        if typed and not any(map(is_visible, text)):
            raise ValidationError("unseen")
        return text


class DayField(Line):
    """A day of the calendar, ``2026-11-22``, or an empty text."""

    def __init__(self, **options: Any) -> None:
        super().__init__(10, 0, **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if fields.is_typed(value) and value.strip():
            return fields.read_typed(typed.Day(), value).isoformat()
        day = super()._deserialize(value, attr, data, **kwargs)
        with suppress(ValueError):
            if not day or date.fromisoformat(day).isoformat() == day:
                return day
        raise ValidationError("not_day")


class ExactField(fields.String):
    """An exact number: ``"12"``, ``"12.5"``, ``"100/3"``, or a whole number."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if fields.is_typed(value):
            return fields.read_typed(typed.Exact(), value)
        text = str(value) if type(value) is int else value
        if not isinstance(text, str) or not NUMBER.fullmatch(text):
            raise ValidationError("not_number")
        return Fraction(text)


class Base64(fields.String):
    """The bytes of a file, in Base64."""

    def __init__(self, **options: Any) -> None:
        super().__init__(metadata={"format": "byte", **options.pop("metadata", {})}, **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        text = super()._deserialize(value, attr, data, **kwargs)
        try:
            return base64.b64decode(text or "", validate=True)
        except (binascii.Error, ValueError) as error:
            raise ValidationError("not_base64") from error


class Moment(fields.Integer):
    """A moment: milliseconds since 1970, UTC."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("metadata", {"description": "Milliseconds since 1970, UTC.", "example": 1790000000000})
        super().__init__(strict=True, **options)


def field_of(kind: typed.Whole | typed.Exact | typed.Day | typed.Word) -> Field[Any]:
    match kind:
        case typed.Whole():
            return WholeField(kind.least, kind.most, type(kind))
        case typed.Word():
            return Line(kind.most)
        case typed.Exact():
            return ExactField()
    return DayField()


Identifier = fields.String(metadata={"description": "An identifier.", "example": "01k3v9x2m4aaaaaaaa"})


class FieldFaultSchema(Schema):
    """A fault of a field."""

    field = fields.String(
        required=True,
        metadata={"description": "The field, such as `seats.0`; empty: the body as a whole.", "example": "number"},
    )
    fault = fields.String(required=True, metadata={"description": "The code of the fault.", "example": "missing"})
    message = fields.String(required=True, metadata={"description": "A sentence that says what would be valid."})


class Sentence(fields.String):
    """The sentence of a `tournaments.fault.Fault` in the reader's language."""

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> Any:
        return super()._serialize(value(language()), attr, obj, **kwargs)


class NoticeOut(Schema):
    """A `tournaments.fault.Fault`: of what is imported, or a warning."""

    field = fields.String(required=True, attribute="path")
    fault = fields.String(required=True, attribute="code")
    message = Sentence(required=True, attribute="sentence")


class RefusalSchema(Schema):
    """A rule that a report breaks, or a warning, as in the record format."""

    clause = fields.String(required=True, metadata={"example": "JMA/AUCTION-1"})
    code = fields.String(required=True, metadata={"example": "bid_not_in_tens"})
    layer = fields.String(required=True, metadata={"example": "supplement"})
    option = fields.String(metadata={"description": "The option of the tournament's regulation that changes the rule."})
    message = fields.String(required=True)
    facts = fields.Dict(required=True)


class ProblemSchema(Schema):
    """A problem (RFC 9457), with additional fields for some problems."""

    type = fields.String(required=True, metadata={"example": "/problems/outdated"})
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(
        required=True, metadata={"description": "What was requested, what the state is, and what would be valid."}
    )
    code = fields.String(required=True, metadata={"description": "The last part of `type`.", "example": "outdated"})
    errors = fields.List(fields.Nested(FieldFaultSchema), metadata={"description": "`invalid`: the faulty fields."})
    refusals = fields.List(
        fields.Nested(RefusalSchema),
        metadata={"description": "`refused`, `header_refused`: the rules that were broken."},
    )
    omitted = fields.Integer(metadata={"description": "How many more there are than `errors` or `refusals` lists."})
    entry = fields.Nested("EntryOut", metadata={"description": "`refused`: the logged entry."})
    since = fields.List(
        fields.Nested("EntryOut"), metadata={"description": "`outdated`: the entries logged since `base`."}
    )
    signal = fields.Dict(
        metadata={"description": "`outdated`: the end signal logged since `base`, with its time and the report's."}
    )
    seconds = fields.Integer(
        metadata={"description": "`signal_passed`: for how long after the signal the table's judge decides."}
    )
    seq = fields.Integer(metadata={"description": "The last entry of the log, or the entry that the problem is about."})
    tables = fields.List(
        fields.String(),
        metadata={"description": "`games_open`, `round_played`, `time_is_up`: the tables that prevent the request."},
    )
    missing = fields.List(
        fields.String(),
        metadata={
            "description": "`round_not_ready`: what is missing: `results`, `withdrawn`, `seats_hidden` or `empty`."
        },
    )
    objections = fields.List(
        fields.Nested("ObjectionOut"), metadata={"description": "`sheet_objected`: the objections to the sheet."}
    )
    due = fields.List(fields.Dict(), metadata={"description": "`game_not_over`: what is still due in the game."})
    entries = fields.List(
        fields.Integer(), metadata={"description": "`time_is_up`: the time-up entry of each of the `tables`."}
    )
    action = fields.String(metadata={"description": "`not_allowed`: the action that the roles do not allow."})
    roles = fields.List(fields.String(), metadata={"description": "`not_allowed`: the roles of who asked."})


class Lines(fields.String):
    """A text of several lines, without control characters, halves of letters and what nobody sees; every line ends with
    one ``\\n``.
    """

    def __init__(self, most: int, **options: Any) -> None:
        super().__init__(validate=fields.Length(max=most), **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text = str(super()._deserialize(value, attr, data, **kwargs)).replace("\r\n", "\n").replace("\r", "\n")
        if any(category(letter) in ("Cc", "Cs") and letter not in "\n\t" for letter in text):
            raise ValidationError("not_lines")
        return without_unseen(text)


PlayerId: TypeAlias = Annotated[str, Line(18)]


@dataclass(frozen=True, slots=True)
class ReasonIn:
    """A reason."""

    reason: Annotated[str, Lines(2000)]
