"""Request and response schemas of exports."""

from __future__ import annotations

from marshmallow import Schema

from referee.calls.views import NoteView, StaffCallView
from referee.cases.views import CaseView
from referee.core.http import fields, validate
from referee.core.http.declared import view_schema
from referee.core.http.schemas import Moment, Query
from referee.events.queries import EventView
from referee.rounds.views import RoundOut
from referee.tables.schemas import EntryOut

FORMATS = ("record", "json", "csv")


class ExportQuery(Query):
    """The format of an export."""

    format = fields.String(
        load_default="record",
        validate=validate.OneOf(FORMATS),
        metadata={
            "description": "record: the record format; json: everything; csv: one row per entry, for spreadsheets."
        },
    )


class TableExport(Schema):
    """A table with its whole log and the resulting position and standing."""

    id = fields.String(required=True)
    event_id = fields.String(required=True)
    round_id = fields.String(required=True)
    round_number = fields.Integer(required=True)
    number = fields.Integer(required=True)
    state = fields.String(required=True)
    header = fields.Dict(required=True)
    seq = fields.Integer(required=True)
    head = fields.String(required=True, metadata={"description": "The hash of the last entry, or of the header."})
    created_at = Moment(required=True)
    entries = fields.List(fields.Nested(EntryOut), required=True)
    position = fields.Dict(required=True, allow_none=True)
    standing = fields.List(fields.Dict(), required=True, allow_none=True)
    over = fields.Boolean(required=True, allow_none=True)
    differs_at = fields.Integer(
        required=True,
        allow_none=True,
        metadata={
            "description": "The first entry that today's rules judge differently; 0: its ruleset no longer exists."
        },
    )


class RoundExport(Schema):
    """A round with its tables."""

    round = fields.Nested(view_schema(RoundOut), required=True)
    tables = fields.List(fields.Nested(TableExport), required=True)


class EventExport(Schema):
    """An event with its rounds, tables, calls, notes and cases."""

    event = fields.Nested(view_schema(EventView), required=True)
    rounds = fields.List(fields.Nested(view_schema(RoundOut)), required=True)
    calls = fields.List(
        fields.Nested(view_schema(StaffCallView)), required=True, metadata={"description": "The calls, newest first."}
    )
    notes = fields.List(
        fields.Nested(view_schema(NoteView)),
        required=True,
        metadata={"description": "The notes left at tables, in order, including replaced and cleared (empty) ones."},
    )
    cases = fields.List(
        fields.Nested(view_schema(CaseView)), required=True, metadata={"description": "The cases, newest first."}
    )
    tables = fields.List(fields.Nested(TableExport), required=True)
