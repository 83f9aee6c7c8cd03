"""Request and response schemas of calls, assignments and notes."""

from __future__ import annotations

from collections.abc import Mapping

from marshmallow import Schema

from referee.calls.state import LEVELS
from referee.calls.views import AssignmentView, CallView, ExtensionView
from referee.clocks.schemas import span_field
from referee.core.http import fields, validate
from referee.core.http.answers import About, Detail, answer_schema
from referee.core.http.schemas import Line, Lines, Moment, Query, Strict, Whole
from referee.tables.schemas import client_id_field

KINDS = LEVELS[:2]
ABOUT = ("rule", "dispute", "time", "other")
STATES = ("open", "claimed", "resolved", "withdrawn")


class CallIn(Strict):
    """A call from a table."""

    client_id = client_id_field()
    kind = fields.String(
        required=True,
        validate=validate.OneOf(KINDS),
        metadata={"description": "The level of help wanted.", "example": "judge"},
    )
    about = fields.String(required=True, validate=validate.OneOf(ABOUT), metadata={"example": "rule"})
    text = Line(400, metadata={"example": "May I still build after this throw?"})
    refused = Whole(1, 10**6, metadata={"description": "The number of the refused entry that the call is about."})


class CallsQuery(Query):
    """Which calls to list."""

    state = fields.String(
        load_default="open",
        validate=validate.OneOf(["open", "all"]),
        metadata={"description": "`open`: the queue of open calls, oldest first; `all`: all calls, newest first."},
    )


class CallLineOut(Schema):
    """What a call was made for."""

    kind = fields.String(attribute="wants", required=True, validate=validate.OneOf(KINDS))
    about = fields.String(required=True, validate=validate.OneOf(ABOUT))
    text = fields.String(required=True)
    seq = fields.Integer(required=True, metadata={"description": "The last entry of the table's log at that time."})
    refused = fields.Integer(required=True, allow_none=True)
    author = fields.String(required=True)
    at = Moment(required=True)


CALL_ABOUT: Mapping[str, Detail] = {
    "number": "The table's number.",
    "state": About("`open`: nobody has taken it yet; `claimed`: somebody has taken it.", one_of=STATES),
    "level": About("The level that is now wanted.", one_of=LEVELS),
    "waited": span_field("How long the table has waited, or waited until somebody took the call."),
    "handled": span_field(
        "How long somebody has been handling it, or did until it was over; 0 while nobody has taken it."
    ),
    "holder": "The person who has taken it, and is on the way or there.",
    "lines": CallLineOut,
}
CallOut = answer_schema(
    CallView, "CallOut", **CALL_ABOUT, event_id=None, round_id=None, holder_id=None, steps=None, extension=None
)
"""A call as its table sees it."""


class TableCallsOut(Schema):
    """The open calls of a table."""

    now = Moment(required=True)
    open = fields.Nested(CallOut, required=True, allow_none=True, metadata={"description": "The latest open call."})
    rows = fields.List(fields.Nested(CallOut), required=True, metadata={"description": "All open calls, newest first."})


class CallStepOut(Schema):
    """A step in the handling of a call."""

    kind = fields.String(
        required=True,
        validate=validate.OneOf(["claimed", "escalated", "handed_over", "resolved", "withdrawn", "extended"]),
    )
    note = fields.String(required=True)
    holder = fields.String(
        required=True, allow_none=True, metadata={"description": "The person who has the call from then on."}
    )
    level = fields.String(required=True, allow_none=True, metadata={"description": "The level wanted from then on."})
    minutes = fields.Integer(
        required=True, allow_none=True, metadata={"description": "The minutes of the extension given."}
    )
    author = fields.String(required=True)
    at = Moment(required=True)


ExtensionOut = answer_schema(
    ExtensionView,
    "ExtensionOut",
    passed=span_field("The time from the call to its settlement."),
    lost=span_field("For how much of that time the table's clock was running."),
    minutes="The proposed extension: `lost`, rounded up to minutes.",
    given="The minutes given; null until then.",
)
StaffCallOut = answer_schema(
    CallView,
    "StaffCallOut",
    **CALL_ABOUT,
    steps=CallStepOut,
    extension=About("null: the call is not settled, or there is no time limit.", schema=ExtensionOut),
)
"""A call as the people who answer calls see it."""


class CallPage(Schema):
    """A page of the calls of an event."""

    now = Moment(required=True)
    rows = fields.List(fields.Nested(StaffCallOut), required=True)
    next = fields.String(required=True, allow_none=True)


class NotedIn(Strict):
    """An optional note."""

    note = Lines(2000, load_default="")


class HandOverIn(NotedIn):
    """The person to whom a call is handed over."""

    to = Line(18, required=True, metadata={"description": "The person's account id."})


HIGHEST = 10_000
"""The highest number of a table."""


class AssignmentIn(Strict):
    """An assignment of a person to the tables ``first`` to ``last``."""

    account_id = Line(18, required=True)
    first = Whole(1, HIGHEST, required=True, metadata={"example": 1})
    last = Whole(1, HIGHEST, required=True, metadata={"example": 4})


class AssignmentsIn(Strict):
    """The assignments of a round."""

    rows = fields.List(fields.Nested(AssignmentIn), required=True, validate=validate.Length(max=1000))


AssignmentOut = answer_schema(AssignmentView, "AssignmentOut")


class NoteIn(Strict):
    """A note about a table; an empty one clears it."""

    text = Lines(2000, required=True)


class NoteOut(Schema):
    """A note about a table for the next person who comes there."""

    table_id = fields.String(required=True)
    text = fields.String(required=True)
    author = fields.String(required=True)
    made_at = Moment(required=True)


class AssignmentPage(Schema):
    """The assignments of a round, by table number, and the notes at its tables."""

    rows = fields.List(fields.Nested(AssignmentOut), required=True)
    notes = fields.List(fields.Nested(NoteOut), required=True)
    next = fields.String(required=True, allow_none=True)
