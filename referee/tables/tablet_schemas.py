"""Schemas of what a table's page shows: the board, the position, entries in words."""

from __future__ import annotations

from marshmallow import Schema

from referee.core.http import fields, validate
from referee.core.http.schemas import Moment, Query, RefusalSchema
from referee.tables.schemas import EntryOut

MOST_LINES = 1000
"""The most lines of a log in one response."""


class BoardOut(Schema):
    """What stays the same during a game: the facts of its header, and what is printed on board and cards."""

    ruleset = fields.String(required=True)
    title = fields.String(required=True, metadata={"description": "The ruleset's title in the requested language."})
    seats = fields.List(fields.Dict(), required=True, metadata={"example": [{"key": "A", "name": "山田 太郎"}]})
    options = fields.Dict(required=True)
    reports = fields.List(fields.String(), required=True, metadata={"description": "The types of report that exist."})
    printed = fields.Dict(
        required=True, metadata={"description": "The board, deeds, groups and cards, with their names."}
    )
    codes = fields.Dict(
        required=True, metadata={"description": "The codes used to parse the short notation of reports."}
    )
    header = fields.Dict(required=True, metadata={"description": "The header of the game's record."})
    fingerprint = fields.String(
        required=True, metadata={"description": "The fingerprint of the ruleset that judges here."}
    )


class DueOut(Schema):
    """Something that is due, as in the record format and as a sentence."""

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
    made_at = Moment(required=True, allow_none=True, metadata={"description": "When it was made; null if not known."})
    hash = fields.String(required=True, metadata={"description": "To be sent back as `head`, with `seq` as `since`."})
    refusals = fields.List(fields.Nested(RefusalSchema), required=True)
    reason = fields.String(required=True, allow_none=True)
    bench = fields.Boolean(
        required=True,
        metadata={"description": "Whether only the bench may take it back, because the bench or the clock logged it."},
    )
    to = fields.String(required=True, allow_none=True, metadata={"description": "The space that a player moved to."})


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
        required=True, metadata={"description": "The hash of the law that judges here; see /law/{law}/rulesets.zip."}
    )
    rents = fields.Dict(
        required=True,
        metadata={
            "description": "The current rents by deed key: an amount, or a multiple of the dice.",
            "example": {"boardwalk": {"amount": 50, "times": 0}},
        },
    )


class LoggedOut(EntryOut):
    """An entry that was just logged; with ``view=tablet`` also what a tablet then shows."""

    tablet = fields.Nested(TabletOut)
    lines = fields.List(fields.Nested(LineOut), metadata={"description": "The entries after `base`, in words."})


class LinesOut(Schema):
    """Entries in words, in order.  ``seq``: the number of the last entry of the log."""

    seq = fields.Integer(required=True)
    known = fields.Boolean(
        required=True,
        metadata={"description": "Whether the entry `since` has the hash `head`; false: discard what you have."},
    )
    lines = fields.List(fields.Nested(LineOut), required=True)


class LinesQuery(Query):
    """Which entries to list: those after ``since``, or the last ones before ``before``."""

    since = fields.Integer(validate=validate.Range(0, 10**6))
    before = fields.Integer(
        validate=validate.Range(1, 10**6), metadata={"description": "Without `since` and `before`: the last entries."}
    )
    limit = fields.Integer(load_default=50, validate=validate.Range(1, MOST_LINES))
    head = fields.String(
        validate=validate.Regexp(r"[0-9a-f]{64}\Z"),
        metadata={"description": "The hash of the entry `since`; if the log does not have it, it is recorded as lost."},
    )
