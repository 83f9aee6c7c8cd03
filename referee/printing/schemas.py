"""Request and response schemas of documents, runs and layouts."""

from __future__ import annotations

from referee.core.http import fields, validate
from referee.core.http.answers import About, answer_schema, list_schema
from referee.core.http.schemas import Line, Lines, ProblemSchema, Query, Strict
from referee.players.schemas import Base64
from referee.printing.layouts import PAPERS
from referee.printing.views import LayoutView, PaperView, RunView
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
        validate=validate.Range(1, NUMBER),
        metadata={"description": "Its number: what lies on it alone; `game-record` and `game-report`."},
    )
    player = fields.Integer(
        validate=validate.Range(1, NUMBER), metadata={"description": "The number of the one player to print it for."}
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


PaperOut = answer_schema(
    PaperView,
    "PaperOut",
    name=About(example="seating-by-name"),
    moment=About("before, round or after.", example="round"),
    about=About("event, round or table.", example="round"),
    languages="Those it can be printed in.",
)
PaperPage = list_schema(PaperOut, "PaperPage")
RunOut = answer_schema(
    RunView,
    "RunOut",
    state=About("running, done or failed.", example="running"),
    done="Sheets made.",
    sheets="Sheets in all; about, before it has begun.",
    problem=fields.Nested(ProblemSchema, required=True, allow_none=True, metadata={"description": "Why it failed."}),
)


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


LayoutOut = answer_schema(LayoutView, "LayoutOut", number="Of the version, from 1.", logo="Whether there is a logo.")


class DossierQuery(Query):
    """How the dossier of a case is wanted."""

    copy = fields.String(
        load_default="parties",
        validate=validate.OneOf(["parties", "bench"]),
        metadata={"description": "`bench`: the arbiters' copy, with every note."},
    )
    language = fields.String(load_default=None, validate=validate.OneOf(LANGUAGES))
