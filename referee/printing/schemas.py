"""What can be printed, how it is wanted, and the layout of an event's papers."""

from __future__ import annotations

from marshmallow import Schema

from referee.core.http import fields, validate
from referee.core.http.schemas import Line, Lines, Moment, ProblemSchema, Query, Strict
from referee.players.schemas import Base64
from referee.printing.layouts import PAPERS
from rulesets.languages import FIRST, LANGUAGES

LONGEST_LAYOUT = 20_000
NUMBER = 10**6


class PrintQuery(Query):
    """How a document is wanted."""

    language = fields.String(
        validate=validate.OneOf(LANGUAGES),
        metadata={"description": "The language on paper; that of the event unless given.", "example": FIRST},
    )
    round = fields.Integer(
        validate=validate.Range(1, NUMBER),
        metadata={"description": "Its number; the current round unless given, or every round."},
    )
    table = fields.Integer(
        validate=validate.Range(1, NUMBER), metadata={"description": "`game-record`: the number of the table."}
    )
    paper = fields.String(
        validate=validate.OneOf(tuple(PAPERS)), metadata={"description": "As the layout has it unless given."}
    )
    large = fields.Boolean(metadata={"description": "Large print; as the layout has it unless given."})
    places = fields.Integer(
        load_default=3, validate=validate.Range(1, 100), metadata={"description": "Certificates: down to which place."}
    )
    organization = Line(
        100, 0, load_default="", metadata={"description": "Certificates: who gives them; the event unless given."}
    )
    office = Line(50, 0, load_default="", metadata={"description": "Certificates: the office of who signs."})
    issuer = Line(50, 0, load_default="", metadata={"description": "Certificates: the name of who signs."})
    date = Line(
        50, 0, load_default="", metadata={"description": "Certificates: the day of the last result unless given."}
    )


class PaperOut(Schema):
    """A document."""

    name = fields.String(required=True, metadata={"example": "seating-by-name"})
    title = fields.String(required=True)
    moment = fields.String(required=True, metadata={"description": "before, round or after.", "example": "round"})
    about = fields.String(required=True, metadata={"description": "event, round or table.", "example": "round"})
    languages = fields.List(fields.String(), required=True, metadata={"description": "Those it can be printed in."})


class PaperPage(Schema):
    """All documents."""

    rows = fields.List(fields.Nested(PaperOut), required=True)
    next = fields.String(required=True, allow_none=True)


class RunOut(Schema):
    """The making of a long document."""

    id = fields.String(required=True)
    event_id = fields.String(required=True)
    document = fields.String(required=True)
    state = fields.String(required=True, metadata={"description": "running, done or failed.", "example": "running"})
    done = fields.Integer(required=True, metadata={"description": "Sheets made."})
    sheets = fields.Integer(required=True, metadata={"description": "Sheets in all; about, before it has begun."})
    problem = fields.Nested(ProblemSchema, required=True, allow_none=True, metadata={"description": "Why it failed."})


class LayoutIn(Strict):
    """The layout of an event's papers."""

    text = Lines(
        LONGEST_LAYOUT, required=True, metadata={"description": "TOML, as docs/paper.md describes it (Layout)."}
    )
    logo = Base64(
        allow_none=True,
        metadata={
            "description": "A PNG or JPEG file, in Base64; null: none; left out: as it was.",
            "format": "byte",
        },
    )


class LayoutOut(Schema):
    """The layout in force.  Number 0: the event has none of its own, and only its name stands on paper."""

    number = fields.Integer(required=True, metadata={"description": "Of the version, from 1."})
    text = fields.String(required=True)
    logo = fields.Boolean(required=True, metadata={"description": "Whether there is a logo."})
    author = fields.String(required=True, allow_none=True)
    made_at = Moment(required=True, allow_none=True)
