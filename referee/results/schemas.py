"""Schemas of results, in requests and in responses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from marshmallow import Schema, ValidationError, validates_schema

from referee.core.http import fields, validate
from referee.core.http.answers import About, answer_fields, answer_schema
from referee.core.http.schemas import Base64, Line, Lines, NoticeOut, Strict, WholeField
from referee.results import views
from referee.results.commands import EnterResult, Publication
from referee.results.sources import ByLog, ByPoints, BySheet
from tournaments import typed

MOST_DOLLARS = 999_999_999
SIGNATURE = re.compile(r"(?:M[0-2]?\d?\d \d?\d(?:L[0-2]?\d?\d \d?\d)+)+", re.ASCII)
LONGEST_SIGNATURE = 6000
NUMBER = re.compile(r"-?\d{1,12}(\.\d{1,6})?|-?\d{1,12}/[1-9]\d{0,5}", re.ASCII)


class ExactField(fields.String):
    """An exact number: ``"12"``, ``"12.5"``, ``"100/3"``, or a whole number."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if fields.is_typed(value):
            return fields.read_typed(typed.Exact(), value)
        text = str(value) if type(value) is int else value
        if not isinstance(text, str) or not NUMBER.fullmatch(text):
            raise ValidationError("not_number")
        return Fraction(text)


class Signature(fields.String):
    """A signature drawn by finger: an SVG path of straight lines in a box of 300 by 100, ``M10 20L12 25L15 31``."""

    def __init__(self) -> None:
        super().__init__(validate=validate.Length(max=LONGEST_SIGNATURE), metadata={"example": "M10 20L12 25L15 31"})

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text = str(super()._deserialize(value, attr, data, **kwargs))
        if not SIGNATURE.fullmatch(text[: LONGEST_SIGNATURE + 1]):
            raise ValidationError("not_signature")
        return text


def flag(**options: Any) -> fields.Boolean:
    """A boolean field, false if it is left out."""
    return fields.Boolean(load_default=False, truthy={True}, falsy={False}, **options)


def player_field() -> Line:
    """The field for a player's id."""
    return Line(18, required=True, metadata={"description": "The player's id."})


def fell_field() -> WholeField:
    """The field for the number of a bankruptcy."""
    about = {"description": "Which bankruptcy of the game it was, from 1; null: not bankrupt."}
    return WholeField(1, 12, allow_none=True, metadata=about)


class LogIn(Strict):
    """The result according to the table's log as it stands."""

    anyway = flag(
        metadata={"description": "Whether to enter it although the game is not over; then a `note` is required."}
    )
    signatures = fields.Dict(
        keys=Line(12),
        values=Signature(),
        load_default=dict,
        validate=validate.Length(max=12),
        metadata={"description": "The players' signatures by seat, drawn on the table's device."},
    )


class PiecesIn(Strict):
    """Numbers of buildings, regardless of where they stand."""

    houses = WholeField(0, 1000, load_default=0)
    hotels = WholeField(0, 1000, load_default=0)


class DeedIn(Strict):
    """A deed that a player holds."""

    deed = Line(60, required=True, metadata={"example": "boardwalk"})
    mortgaged = flag()
    stands = fields.Dict(
        keys=fields.String(),
        load_default=dict,
        metadata={"description": "The buildings there, as in a position: `level` 0 to 4 houses, 5 a hotel."},
    )


class PlayerSheetIn(Strict):
    """A player's counted sheet."""

    player = player_field()
    cash = WholeField(-MOST_DOLLARS, MOST_DOLLARS, allow_none=True)
    notes = fields.Dict(
        keys=fields.Integer(validate=validate.Range(1, MOST_DOLLARS)),
        values=WholeField(0, 100_000),
        allow_none=True,
        metadata={"description": "The number of notes of each value."},
    )
    deeds = fields.List(fields.Nested(DeedIn), load_default=list, validate=validate.Length(max=100))
    groups = fields.Dict(
        keys=Line(60),
        values=fields.Nested(PiecesIn),
        load_default=dict,
        metadata={"description": "The buildings by colour group, if the sheet does not give them by property."},
    )
    pieces = fields.Nested(PiecesIn, allow_none=True, metadata={"description": "All the buildings together."})
    cards = fields.List(
        Line(60), load_default=list, validate=validate.Length(max=20), metadata={"description": "The release cards."}
    )
    fell = fell_field()
    written = WholeField(
        0,
        MOST_DOLLARS,
        allow_none=True,
        metadata={"description": "The total that the judge wrote down, to be compared."},
    )


class SheetIn(Strict):
    """The counted sheets of a table; money in whole dollars (Monopoly City: thousands)."""

    players = fields.List(fields.Nested(PlayerSheetIn), required=True, validate=validate.Length(1, 12))
    box = WholeField(
        0, MOST_DOLLARS, allow_none=True, metadata={"description": "How much money the game box contains."}
    )


class PointsRow(Strict):
    """A player's result as a judge wrote it down.  Each field has to be given for all players or for none."""

    player = player_field()
    points = ExactField(
        allow_none=True, metadata={"description": "The points; they override what the regulation would give."}
    )
    place = WholeField(1, 12, allow_none=True)
    assets = WholeField(0, MOST_DOLLARS, allow_none=True)
    fell = fell_field()
    monopoly = flag(metadata={"description": "Whether the player won by monopoly."})


class CommentIn(Strict):
    """A comment on an objection."""

    where = Line(200, least=0, required=True)
    code = Line(100, required=True)
    comment = Lines(2000, required=True)


class ResultIn(Strict):
    """A result: by exactly one of `log`, `sheet` and `points`."""

    version = WholeField(
        0, 10_000, required=True, metadata={"description": "The latest version that the sender has seen; 0: none."}
    )
    log = fields.Nested(LogIn)
    sheet = fields.Nested(SheetIn)
    points = fields.List(fields.Nested(PointsRow), validate=validate.Length(1, 12))
    dice = fields.Dict(
        keys=Line(18),
        values=WholeField(0, 1000),
        load_default=dict,
        metadata={
            "description": "By player id: the sums thrown after the game, if the regulation has a bonus for them."
        },
    )
    comments = fields.List(fields.Nested(CommentIn), load_default=list, validate=validate.Length(max=100))
    note = Lines(
        2000,
        metadata={
            "description": "The reason; required to correct a result that was confirmed or whose round was closed."
        },
    )
    trial = flag(metadata={"description": "true: only count and check; nothing is saved."})

    @validates_schema
    def one_way(self, data: Any, **_more: Any) -> None:
        """Check that exactly one of the three is given."""
        if sum(way in data for way in ("log", "sheet", "points")) != 1:
            raise ValidationError("not_one_result")


SOURCES = ("log", "sheet", "points", "list")


def result_from_body(table_id: str, body: Mapping[str, Any]) -> EnterResult:
    """The result to enter, from a body that `ResultIn` has loaded."""
    source: ByLog | BySheet | ByPoints
    if "log" in body:
        source = ByLog(**body["log"])
    elif "sheet" in body:
        source = BySheet(body["sheet"], body["comments"])
    else:
        source = ByPoints(body["points"], body["comments"])
    return EnterResult(table_id, body["version"], source, body["dice"], body.get("note"))


SheetLine = answer_schema(views.SheetLineView, "SheetLine", kind=About(one_of=["cash", "deed", "buildings", "card"]))
PLAYER: Mapping[str, str] = {
    "points": "Null if none are given, as in a final.",
    "steps": "How the points were calculated, in sentences.",
}
GamePlayer = answer_schema(views.GamePlayerView, "GamePlayer", **PLAYER)
ResultPlayer = answer_schema(
    views.PlayerResultView, "ResultPlayer", **PLAYER, lines=SheetLine, signature="An SVG path in a box of 300 by 100."
)


class ObjectionOut(Schema):
    """An objection to a sheet; problems nest it by its name."""

    class Meta:
        include = answer_fields(
            views.ObjectionView,
            severity=About(
                "refuse: impossible; confirm: needs a comment; note: for information.",
                one_of=["refuse", "confirm", "note"],
            ),
            where="The player's id or the deed's key that it is about, or empty.",
            settled="Whether it no longer prevents the result.",
        )


ResultOut = answer_schema(
    views.ResultView,
    "ResultOut",
    source=About(one_of=SOURCES),
    stands="Whether this is the version that counts.",
    entered="The data that was entered.",
    players=About("The players, by place.", schema=ResultPlayer),
)


class ResultEntered(Schema):
    """The outcome: the new version (null after a trial), the counted players, and the objections."""

    result = fields.Nested(ResultOut, required=True, allow_none=True)
    players = fields.List(
        fields.Nested(ResultPlayer),
        required=True,
        allow_none=True,
        metadata={"description": "Null if the objections leave nothing to count."},
    )
    objections = fields.List(fields.Nested(ObjectionOut), required=True)


SeatOut = answer_schema(views.SeatView, "SeatOut")
TableResults = answer_schema(
    views.TableResultsView,
    "TableResults",
    state=About(one_of=["none", "entered", "confirmed"]),
    confirmation="The confirmation that the regulation requires: second_person or none.",
    version="The number of the latest version; 0: none.",
    seats=SeatOut,
    versions=ResultOut,
)
PublishedOut = answer_schema(Publication, "PublishedOut")


class ResultsImportIn(Strict):
    """A list of results, as a file."""

    data = Base64(required=True, metadata={"description": "A CSV file, in Base64."})
    apply = flag(metadata={"description": "false: only a preview; true: carried out if there is no fault."})
    note = Lines(
        2000,
        metadata={
            "description": "The reason; required to correct results that were confirmed or whose round was closed."
        },
    )


ResultsImportRow = answer_schema(views.ImportRowView, "ResultsImportRow", faults=NoticeOut)
ResultsImportTable = answer_schema(
    views.ImportTableView, "ResultsImportTable", status=About(one_of=["faulty", "new", "changed", "same"])
)
ResultsImportOut = answer_schema(
    views.ImportView,
    "ResultsImportOut",
    faults=About("Faults of the list as a whole.", schema=NoticeOut),
    rows=ResultsImportRow,
    tables=ResultsImportTable,
    entered="The ids of the versions that were entered.",
)
