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
        required=True, validate=validate.OneOf(KINDS), metadata={"description": "Who is wanted.", "example": "judge"}
    )
    about = fields.String(required=True, validate=validate.OneOf(ABOUT), metadata={"example": "rule"})
    text = Line(400, metadata={"example": "May I still build after this throw?"})
    refused = Whole(1, 10**6, metadata={"description": "The number of the refused entry that it is about."})


class CallsQuery(Query):
    """Which calls."""

    state = fields.String(
        load_default="open",
        validate=validate.OneOf(["open", "all"]),
        metadata={"description": "`open`: the queue, who called first before the others; `all`: the latest first."},
    )


class CallLineOut(Schema):
    """What somebody called for."""

    kind = fields.String(attribute="wants", required=True, validate=validate.OneOf(KINDS))
    about = fields.String(required=True, validate=validate.OneOf(ABOUT))
    text = fields.String(required=True)
    seq = fields.Integer(required=True, metadata={"description": "The last entry of the table's log then."})
    refused = fields.Integer(required=True, allow_none=True)
    author = fields.String(required=True)
    at = Moment(required=True)


CALL_ABOUT: Mapping[str, Detail] = {
    "number": "The table's number.",
    "state": About("`open`: nobody has it yet; `claimed`: somebody has it.", one_of=STATES),
    "level": About("Who is wanted by now.", one_of=LEVELS),
    "waited": span_field("For how long the table waits, or waited until somebody had the call."),
    "handled": span_field(
        "For how long somebody has looked after it, or did until it was over; 0 while nobody has it."
    ),
    "holder": "Who has it, and is coming or there.",
    "lines": CallLineOut,
}
CallOut = answer_schema(
    CallView, "CallOut", **CALL_ABOUT, event_id=None, round_id=None, holder_id=None, steps=None, extension=None
)
"""A call as its table sees it."""


class TableCallsOut(Schema):
    """Whether a table has an open call."""

    now = Moment(required=True)
    open = fields.Nested(CallOut, required=True, allow_none=True, metadata={"description": "The latest."})
    rows = fields.List(
        fields.Nested(CallOut), required=True, metadata={"description": "All that are open, the latest first."}
    )


class CallStepOut(Schema):
    """What was done about a call."""

    kind = fields.String(
        required=True,
        validate=validate.OneOf(["claimed", "escalated", "handed_over", "resolved", "withdrawn", "extended"]),
    )
    note = fields.String(required=True)
    holder = fields.String(required=True, allow_none=True, metadata={"description": "Who has the call from then on."})
    level = fields.String(required=True, allow_none=True, metadata={"description": "Who is wanted from then on."})
    minutes = fields.Integer(required=True, allow_none=True, metadata={"description": "The extension given."})
    author = fields.String(required=True)
    at = Moment(required=True)


ExtensionOut = answer_schema(
    ExtensionView,
    "ExtensionOut",
    passed=span_field("From the call to its settlement."),
    lost=span_field("How much of it the table's clock ran."),
    minutes="`lost`, rounded up: what is proposed.",
    given="Minutes, once it is given.",
)
StaffCallOut = answer_schema(
    CallView,
    "StaffCallOut",
    **CALL_ABOUT,
    steps=CallStepOut,
    extension=About("null: not settled, or no time limit.", schema=ExtensionOut),
)
"""A call as the people who answer calls see it."""


class CallPage(Schema):
    """Calls of an event."""

    now = Moment(required=True)
    rows = fields.List(fields.Nested(StaffCallOut), required=True)
    next = fields.String(required=True, allow_none=True)


class NotedIn(Strict):
    """What is noted with it."""

    note = Lines(2000, load_default="")


class HandOverIn(NotedIn):
    """To whom a call is given."""

    to = Line(18, required=True, metadata={"description": "An account id."})


class AssignmentIn(Strict):
    """Somebody looks after the tables ``first`` to ``last``."""

    account_id = Line(18, required=True)
    first = Whole(1, 10000, required=True, metadata={"example": 1})
    last = Whole(1, 10000, required=True, metadata={"example": 4})


class AssignmentsIn(Strict):
    """Who looks after which tables of a round."""

    rows = fields.List(fields.Nested(AssignmentIn), required=True, validate=validate.Length(max=1000))


AssignmentOut = answer_schema(AssignmentView, "AssignmentOut")


class NoteIn(Strict):
    """A note about a table; empty: none any more."""

    text = Lines(2000, required=True)


class NoteOut(Schema):
    """A note about a table for whoever comes there next."""

    table_id = fields.String(required=True)
    text = fields.String(required=True)
    author = fields.String(required=True)
    made_at = Moment(required=True)


class AssignmentPage(Schema):
    """Who looks after the tables of a round, by table number, and the notes at them."""

    rows = fields.List(fields.Nested(AssignmentOut), required=True)
    notes = fields.List(fields.Nested(NoteOut), required=True)
    next = fields.String(required=True, allow_none=True)
