"""Results of tables as they are answered."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from referee.api.schemas.base import Moment

SOURCES = ("log", "sheet", "points", "list")


class SheetLine(Schema):
    """A line of the arithmetic of a sheet."""

    kind = fields.String(required=True, validate=validate.OneOf(["cash", "deed", "buildings", "card"]))
    key = fields.String(required=True)
    title = fields.String(required=True)
    amount = fields.Integer(required=True)
    detail = fields.Dict(required=True)


class GamePlayer(Schema):
    """How a player ended a game, and what it brought."""

    player = fields.String(required=True)
    name = fields.String(required=True)
    start_order = fields.Integer(required=True)
    assets = fields.Integer(required=True)
    fell = fields.Integer(required=True, allow_none=True)
    place = fields.Integer(required=True)
    monopoly_win = fields.Boolean(required=True)
    points = fields.String(
        required=True, allow_none=True, metadata={"description": "Null where none are given, as in a final."}
    )
    steps = fields.List(
        fields.String(), required=True, metadata={"description": "How the points come about, in sentences."}
    )


class ResultPlayer(GamePlayer):
    """A player of a table's result."""

    number = fields.Integer(required=True, allow_none=True)
    seat = fields.String(required=True, allow_none=True)
    dice = fields.Integer(required=True, allow_none=True)
    lines = fields.List(fields.Nested(SheetLine), required=True)


class ObjectionOut(Schema):
    """What stands against a sheet."""

    severity = fields.String(
        required=True,
        validate=validate.OneOf(["refuse", "confirm", "note"]),
        metadata={"description": "refuse: cannot be; confirm: with a comment; note: good to know."},
    )
    where = fields.String(required=True, metadata={"description": "A player's id, a deed's key, or empty."})
    code = fields.String(required=True)
    clause = fields.String(required=True, allow_none=True)
    message = fields.String(required=True)
    settled = fields.Boolean(required=True, metadata={"description": "Whether it stands in nobody's way."})


class ResultOut(Schema):
    """A version of a table's result."""

    id = fields.String(required=True)
    table_id = fields.String(required=True)
    version = fields.Integer(required=True)
    source = fields.String(required=True, validate=validate.OneOf(SOURCES))
    stands = fields.Boolean(required=True, metadata={"description": "Whether it is the one that counts."})
    note = fields.String(required=True, allow_none=True)
    entered = fields.Dict(required=True, metadata={"description": "What was entered."})
    entered_by = fields.String(required=True)
    entered_account_id = fields.String(required=True, allow_none=True)
    entered_at = Moment(required=True)
    confirmed_by = fields.String(required=True, allow_none=True)
    confirmed_account_id = fields.String(required=True, allow_none=True)
    confirmed_at = Moment(required=True, allow_none=True)
    players = fields.List(fields.Nested(ResultPlayer), required=True, metadata={"description": "By place."})


class ResultEntered(Schema):
    """What came of it: the new version, null after a trial; what was counted; objections to a sheet."""

    result = fields.Nested(ResultOut, required=True, allow_none=True)
    players = fields.List(
        fields.Nested(ResultPlayer),
        required=True,
        allow_none=True,
        metadata={"description": "Null where objections leave nothing to count."},
    )
    objections = fields.List(fields.Nested(ObjectionOut), required=True)


class SeatOut(Schema):
    """Who sits at a table."""

    player = fields.String(required=True)
    number = fields.Integer(required=True)
    name = fields.String(required=True)
    seat = fields.String(required=True)
    start_order = fields.Integer(required=True)


class TableResults(Schema):
    """All versions of a table's result, the latest one first."""

    table_id = fields.String(required=True)
    round = fields.Integer(required=True)
    table = fields.Integer(required=True)
    state = fields.String(required=True, validate=validate.OneOf(["none", "entered", "confirmed"]))
    confirmation = fields.String(required=True, metadata={"description": "second_person or none."})
    version = fields.Integer(required=True, metadata={"description": "The latest version; 0: none."})
    seats = fields.List(fields.Nested(SeatOut), required=True)
    versions = fields.List(fields.Nested(ResultOut), required=True)


class PublishedOut(Schema):
    """Since when the results of a round are public."""

    round_id = fields.String(required=True)
    number = fields.Integer(required=True)
    results_published_at = Moment(required=True, allow_none=True)
