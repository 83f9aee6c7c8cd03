"""Schemas of explanations."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, validates_schema

from referee.core.http import fields
from referee.core.http.schemas import Line, Query, RefusalSchema, Strict, WholeField
from referee.tables.schemas import AnswerOut, report_field

LONGEST = 2000
"""The most characters of a typed report."""


class Tried(Strict):
    """An optional report to try, either as an object or as typed."""

    report = fields.Dict(
        metadata={"description": "A report of the record format.", "example": {"type": "buy", "player": "A"}}
    )
    typed = Line(LONGEST, metadata={"description": "The report in the short notation.", "example": "A buy"})

    @validates_schema
    def one_at_most(self, data: dict[str, Any], **_: Any) -> None:
        """One report is tried at a time."""
        if "report" in data and "typed" in data:
            raise ValidationError("not_one_report", "typed")


class TableExplanationIn(Tried):
    """A position at a table to explain: after the entry ``at``, or after the last one."""

    at = WholeField(0, 10**6, metadata={"description": "The number of the entry; left out: the last one."})


class MeansQuery(Query):
    """The entry of the table after which to look."""

    at = fields.Integer(
        load_default=None,
        validate=fields.Range(0, 10**6),
        metadata={"description": "The number of the entry; left out: the last one."},
    )


class ExplanationIn(Tried):
    """A position to explain: the header of a record (without ``record``), and the reports that follow."""

    ruleset = Line(60, required=True, metadata={"example": "jma-2006"})
    edition = Line(60)
    seats = fields.List(Line(40), required=True, validate=fields.Length(max=20), metadata={"example": ["A", "B"]})
    names = fields.Dict(keys=Line(40), values=Line(200))
    options = fields.Dict(keys=fields.String())
    start = fields.Dict(keys=fields.String(), metadata={"description": "The position to start from."})
    reports = fields.List(
        report_field(),
        validate=fields.Length(max=500),
        metadata={"description": "The reports from there; they are judged up to the first refused one."},
    )


class RefusalTold(RefusalSchema):
    """A refusal with the text of its clause."""

    title = fields.String(required=True)
    says = fields.String(required=True)
    example = fields.String(required=True)
    reading = fields.String(required=True, allow_none=True)
    bendable = fields.Boolean(required=True, metadata={"description": "Whether a ruling can let the report stand."})


def lines_field(**options: Any) -> fields.List:
    """A field for a list of objects with ``text``, most of them with ``kind`` and ``clauses`` too."""
    about = {"description": "Objects with `text`; see docs/explaining.md."}
    return fields.List(fields.Dict(), required=True, metadata=about, **options)


class DebtorOut(Schema):
    """A player who owes something."""

    player = fields.String(required=True)
    owed = fields.Integer(required=True)
    cash = fields.Integer(required=True)
    missing = fields.Integer(required=True)
    assets = fields.Integer(required=True)
    provisional = fields.Boolean(required=True)
    short = fields.Integer(required=True)
    debts = lines_field()
    lines = lines_field()
    sources = lines_field()
    way = lines_field()
    complete = fields.Boolean(required=True)
    rescue = fields.Dict(required=True, allow_none=True)
    otherwise = fields.Dict(required=True, allow_none=True)


class MeansOut(Schema):
    """What a player could raise now without others."""

    player = fields.String(required=True)
    cash = fields.Integer(required=True)
    assets = fields.Integer(
        required=True, metadata={"description": "The total of all `sources`: cash, buildings and mortgages."}
    )
    worth = fields.Integer(
        required=True, metadata={"description": "The player's worth as counted at the end of the game."}
    )
    sources = lines_field()


class MeansPage(Schema):
    """What each player at a table could raise, after the entry ``seq``."""

    seq = fields.Integer(required=True)
    rows = fields.List(fields.Nested(MeansOut), required=True)


class ExplanationOut(Schema):
    """An explanation of a position."""

    seq = fields.Integer(required=True)
    over = fields.Boolean(required=True)
    due = lines_field()
    may = lines_field()
    accepted = fields.Boolean(required=True, allow_none=True)
    refused = fields.List(fields.Nested(RefusalTold), required=True, allow_none=True)
    warnings = fields.List(fields.Nested(RefusalTold), required=True, allow_none=True)
    happens = lines_field(allow_none=True)
    next = lines_field(allow_none=True)
    debts = fields.List(fields.Nested(DebtorOut), required=True)
    ending = fields.Dict(required=True, allow_none=True)
    shortage = fields.Dict(required=True, allow_none=True)
    rents = lines_field()
    win = fields.Dict(required=True, allow_none=True)
    means = fields.List(fields.Nested(MeansOut), required=True)


class PositionExplanationOut(ExplanationOut):
    """An explanation of a position given in the request."""

    stopped = fields.Nested(
        AnswerOut,
        required=True,
        allow_none=True,
        metadata={"description": "The answer to the report that was refused, if any was."},
    )
