"""Schemas of what a table's page shows: the board, the position, entries in words."""

from __future__ import annotations

from marshmallow import Schema

from referee.core.http import fields, validate
from referee.core.http.schemas import Moment, Query, RefusalSchema
from referee.tables.schemas import EntryOut

MOST_LINES = 1000
"""The most lines of a log in one response."""


class BoardOut(Schema):
    """What stays the same during a game: its header's facts, and what is printed on board and cards."""

    ruleset = fields.String(required=True)
    title = fields.String(required=True, metadata={"description": "The ruleset's title in the language asked for."})
    seats = fields.List(fields.Dict(), required=True, metadata={"example": [{"key": "A", "name": "山田 太郎"}]})
    options = fields.Dict(required=True)
    reports = fields.List(fields.String(), required=True, metadata={"description": "The types of report there are."})
    printed = fields.Dict(required=True, metadata={"description": "Board, deeds, groups and cards, with their names."})
    codes = fields.Dict(required=True, metadata={"description": "What the short notation of reports is read by."})
    header = fields.Dict(required=True, metadata={"description": "The header of the game's record."})
    fingerprint = fields.String(required=True, metadata={"description": "Of the ruleset that judges here."})


class DueOut(Schema):
    """Something that is due, as in the record format, and as a sentence."""

    entry = fields.Dict(required=True)
    told = fields.String(required=True)


class LineOut(Schema):
    """An entry of the log, in words."""

    seq = fields.Integer(required=True)
    client_id = fields.String(required=True)
    at = Moment(required=True)
    author = fields.String(required=True)
    accepted = fields.Boolean(required=True)
    report = fields.Dict(required=True)
    told = fields.List(fields.String(), required=True, metadata={"description": "What happened, as sentences."})
    made_at = Moment(required=True, allow_none=True, metadata={"description": "When it was made, as far as is known."})
    hash = fields.String(required=True, metadata={"description": "To be given back as `head`, with `seq` as `since`."})
    refusals = fields.List(fields.Nested(RefusalSchema), required=True)
    reason = fields.String(required=True, allow_none=True)
    bench = fields.Boolean(
        required=True,
        metadata={"description": "Whether only the bench takes it back: what it or the clock has logged."},
    )
    to = fields.String(
        required=True, allow_none=True, metadata={"description": "The space that somebody has come to by it."}
    )


class TabletOut(Schema):
    """The table as it stands after its last entry."""

    seq = fields.Integer(required=True)
    state = fields.String(required=True, validate=validate.OneOf(["open", "closed"]))
    position = fields.Dict(required=True)
    due = fields.List(fields.Nested(DueOut), required=True)
    legal = fields.List(fields.Dict(), required=True, metadata={"description": "What may be reported now."})
    standing = fields.List(fields.Dict(), required=True)
    over = fields.Boolean(required=True)
    law = fields.String(
        required=True, metadata={"description": "The law that judges here, by its hash: /law/{law}/rulesets.zip."}
    )
    rents = fields.Dict(
        required=True,
        metadata={
            "description": "What deeds charge now, by key: an amount, or so many times the dice.",
            "example": {"boardwalk": {"amount": 50, "times": 0}},
        },
    )


class LoggedOut(EntryOut):
    """An entry that was just logged; asked for with ``view=tablet`` also what a tablet shows then, in one answer."""

    tablet = fields.Nested(TabletOut)
    lines = fields.List(fields.Nested(LineOut), metadata={"description": "The entries behind `base`, in words."})


class LinesOut(Schema):
    """Entries in words, the first one first; ``seq``: the last entry of the log."""

    seq = fields.Integer(required=True)
    known = fields.Boolean(
        required=True, metadata={"description": "Whether the entry `since` has the hash `head`; false: forget it."}
    )
    lines = fields.List(fields.Nested(LineOut), required=True)


class LinesQuery(Query):
    """Which entries: those behind ``since``, or the last ones before ``before``."""

    since = fields.Integer(validate=validate.Range(0, 10**6))
    before = fields.Integer(validate=validate.Range(1, 10**6), metadata={"description": "Without both: the last ones."})
    limit = fields.Integer(load_default=50, validate=validate.Range(1, MOST_LINES))
    head = fields.String(
        validate=validate.Regexp(r"[0-9a-f]{64}\Z"),
        metadata={"description": "The hash of the entry `since`: one that the log does not have is noted as lost."},
    )
