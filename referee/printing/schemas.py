"""Request and response schemas of documents, runs and layouts."""

from __future__ import annotations

from referee.core.http import fields, validate
from referee.core.http.answers import About, answer_schema, list_schema
from referee.core.http.schemas import Base64, Line, Lines, ProblemSchema, Query, Strict
from referee.printing.layouts import PAPERS
from referee.printing.views import LayoutView, PaperView, RunView
from rulesets.languages import FIRST, LANGUAGES

LONGEST_LAYOUT = 20_000
NUMBER = 10**6


class PrintQuery(Query):
    """The options of a printed document."""

    language = fields.String(
        validate=validate.OneOf(LANGUAGES),
        metadata={"description": "The language of the document; by default that of the event.", "example": FIRST},
    )
    round = fields.Integer(
        validate=validate.Range(1, NUMBER),
        metadata={"description": "The number of the round; by default the current round, or every round."},
    )
    table = fields.Integer(
        validate=validate.Range(1, NUMBER),
        metadata={
            "description": "The number of the table: only its documents; also for `game-record` and `game-report`."
        },
    )
    player = fields.Integer(
        validate=validate.Range(1, NUMBER), metadata={"description": "The number of the only player to print it for."}
    )
    paper = fields.String(
        validate=validate.OneOf(tuple(PAPERS)),
        metadata={"description": "The paper size; by default that of the layout."},
    )
    large = fields.Boolean(metadata={"description": "Whether to use large print; by default as in the layout."})
    places = fields.Integer(
        load_default=3,
        validate=validate.Range(1, 100),
        metadata={"description": "Certificates: the last place that gets one."},
    )
    organization = Line(
        100,
        0,
        load_default="",
        metadata={"description": "Certificates: the organization that awards them; by default the event."},
    )
    office = Line(50, 0, load_default="", metadata={"description": "Certificates: the office of the person who signs."})
    issuer = Line(50, 0, load_default="", metadata={"description": "Certificates: the name of the person who signs."})
    date = Line(
        50,
        0,
        load_default="",
        metadata={"description": "Certificates: the date; by default the day of the last result."},
    )


PaperOut = answer_schema(
    PaperView,
    "PaperOut",
    name=About(example="seating-by-name"),
    moment=About("When it is needed: before, round or after.", example="round"),
    about=About("What it is about: event, round or table.", example="round"),
    languages="The languages in which it can be printed.",
)
PaperPage = list_schema(PaperOut, "PaperPage")
RunOut = answer_schema(
    RunView,
    "RunOut",
    state=About("running, done or failed.", example="running"),
    done="The number of sheets made so far.",
    sheets="The total number of sheets; an estimate until the run has begun.",
    problem=fields.Nested(ProblemSchema, required=True, allow_none=True, metadata={"description": "Why it failed."}),
)


class LayoutIn(Strict):
    """The layout of an event's papers."""

    text = Lines(
        LONGEST_LAYOUT, required=True, metadata={"description": "TOML, as described in docs/paper.md (Layout)."}
    )
    logo = Base64(
        allow_none=True,
        metadata={
            "description": "A PNG or JPEG file, in Base64; null: no logo; left out: unchanged.",
            "format": "byte",
        },
    )


LayoutOut = answer_schema(
    LayoutView, "LayoutOut", number="The number of the version, from 1.", logo="Whether there is a logo."
)


class DossierQuery(Query):
    """The options of the dossier of a case."""

    copy = fields.String(
        load_default="parties",
        validate=validate.OneOf(["parties", "bench"]),
        metadata={"description": "`bench`: the arbiters' copy, with every note."},
    )
    language = fields.String(load_default=None, validate=validate.OneOf(LANGUAGES))
