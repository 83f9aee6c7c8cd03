"""Lists of results as they travel."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from referee.api.schemas.base import Strict
from referee.api.schemas.player import Base64, ColumnRead, NoticeOut
from referee.api.schemas.regulation import Lines
from referee.api.schemas.result import flag


class ResultsImportIn(Strict):
    """A list of results, as a file."""

    data = Base64(required=True, metadata={"description": "A CSV file, in Base64.", "format": "byte"})
    apply = flag(metadata={"description": "false: only what it would do; true: done, if there is no fault."})
    note = Lines(2000, metadata={"description": "Why; needed where it corrects what was confirmed or closed."})


class ResultsImportRow(Schema):
    """A row of a list of results."""

    line = fields.Integer(required=True)
    values = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    player = fields.String(required=True, allow_none=True)
    faults = fields.List(fields.Nested(NoticeOut), required=True)


class ResultsImportTable(Schema):
    """What a list says about a table."""

    round = fields.Integer(required=True)
    table = fields.Integer(required=True)
    status = fields.String(required=True, validate=validate.OneOf(["faulty", "new", "changed", "same"]))


class ResultsImportOut(Schema):
    """What an import does, or did."""

    applied = fields.Boolean(required=True)
    encoding = fields.String(required=True)
    delimiter = fields.String(required=True)
    recognised = fields.List(fields.Nested(ColumnRead), required=True)
    ignored = fields.List(fields.String(), required=True)
    faults = fields.List(fields.Nested(NoticeOut), required=True, metadata={"description": "Of the list as a whole."})
    rows = fields.List(fields.Nested(ResultsImportRow), required=True)
    tables = fields.List(fields.Nested(ResultsImportTable), required=True)
    entered = fields.List(
        fields.String(), required=True, metadata={"description": "The ids of the versions that were entered."}
    )
