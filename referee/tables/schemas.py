"""Schemas of tables, their games and their logs."""

from __future__ import annotations

import re
from typing import Annotated, Any, TypeAlias

from marshmallow import Schema

from referee.core.http import fields
from referee.core.http.declared import view_schema
from referee.core.http.schemas import Line, Moment, Query, RefusalSchema, Strict, WholeField
from referee.tables.queries import LineView, TabletView

CLIENT_ID = re.compile(r"^[A-Za-z0-9._:-]{8,64}\Z")
MOST_ENTRIES = 10**6
PLAIN_ENTRY = frozenset({"client_id", "base", "report"})
"""The fields of a report that needs no reason."""
TIMED_ENTRY = PLAIN_ENTRY | {"made_at", "sent_at"}
"""The fields of such a report that also says when it was made."""
LATEST = 2**53
"""The latest moment, in ms since 1970: above it, not every whole number is exact in JavaScript."""


def report_field(**options: Any) -> fields.Dict:
    about = {
        "description": "A report of the record format: at most 4 kB (a ruling 20 kB) and 10 levels deep.",
        "example": {"type": "roll", "player": "A", "dice": [3, 4]},
    }
    return fields.Dict(required=True, metadata=about, **options)


def client_id_field() -> fields.String:
    return fields.String(
        required=True,
        validate=fields.Regexp(CLIENT_ID, error="not_client_id"),
        metadata={
            "description": "The client's own id of this report or correction, such as a UUID; makes it idempotent.",
            "example": "5f1c2f7a-90c1-4e55-8f5e-0d6b1c6e6a11",
        },
    )


ClientId: TypeAlias = Annotated[str, client_id_field()]
"""The client's own id of what it sends, which makes sending it again safe."""


def is_moment(value: object) -> bool:
    """Whether a value can be a moment by a device's clock."""
    return value.__class__ is int and 0 <= value <= LATEST


def made_at_field() -> WholeField:
    about = "When it was made, by the device's clock, in milliseconds since 1970, UTC; needs `sent_at`."
    return WholeField(0, LATEST, metadata={"description": about, "example": 1790000000000})


def sent_at_field(**options: Any) -> WholeField:
    about = "What the device's clock shows as it sends this, in milliseconds since 1970, UTC; the clock may be wrong."
    return WholeField(0, LATEST, metadata={"description": about, "example": 1790000002000}, **options)


def base_field() -> WholeField:
    about = {"description": "The number of the last entry that the client has seen; 0 before the first.", "example": 17}
    return WholeField(0, MOST_ENTRIES, required=True, metadata=about)


class EntryIn(Strict):
    """A report to log."""

    client_id = client_id_field()
    base = base_field()
    report = report_field()
    reason = Line(2000, metadata={"description": "The reason; required if something is taken back or overruled."})
    made_at = made_at_field()
    sent_at = sent_at_field()

    def load(self, data: Any, **options: Any) -> Any:
        """Load a body, with a fast path for the form that almost all have.

        The fields take twenty times as long, at every move; they get whatever the fast path does not recognize.
        """
        if data.__class__ is dict and (
            data.keys() == PLAIN_ENTRY
            or (data.keys() == TIMED_ENTRY and is_moment(data["made_at"]) and is_moment(data["sent_at"]))
        ):
            client_id, base = data["client_id"], data["base"]
            if (
                client_id.__class__ is str
                and CLIENT_ID.match(client_id)
                and base.__class__ is int
                and 0 <= base <= MOST_ENTRIES
                and data["report"].__class__ is dict
            ):
                return data
        return super().load(data, **options)


class BatchItem(Strict):
    """A report of a batch."""

    client_id = client_id_field()
    report = report_field()
    reason = Line(2000)


class BatchIn(Strict):
    """Reports to log one after another, 256 kB at most.  The first refused report ends the batch."""

    base = base_field()
    items = fields.List(fields.Nested(BatchItem), required=True, validate=fields.Length(1, 500))
    whole = fields.Boolean(
        required=True,
        truthy={True},
        falsy={False},
        metadata={
            "description": "true: all are logged, or none if one is refused; false: up to the first refused one."
        },
    )


class TrialIn(Strict):
    """Reports to judge one after another without logging them, after the entry ``at`` (left out: the last one)."""

    reports = fields.List(report_field(), required=True, validate=fields.Length(1, 500))
    at = WholeField(0, 10**6)
    to_the_end = fields.Boolean(
        load_default=False,
        truthy={True},
        falsy={False},
        metadata={"description": "true: all of them, as they would be logged; false: up to the first refused one."},
    )


class DifferenceOut(Schema):
    """A change: of a player (`key`: the seat), a deed or the game."""

    of = fields.String(required=True, validate=fields.OneOf(["player", "deed", "game"]))
    key = fields.String(required=True)
    what = fields.String(required=True, metadata={"description": "A field of the position.", "example": "cash"})
    before = fields.Raw(required=True, allow_none=True)
    after = fields.Raw(required=True, allow_none=True)


def changes_field() -> fields.List:
    return fields.List(fields.Nested(DifferenceOut), required=True)


class AnswerOut(Schema):
    """The referee's answer, as in the record format."""

    seq = fields.Integer(required=True)
    accepted = fields.Boolean(required=True)
    events = fields.List(fields.Dict())
    due = fields.List(fields.Dict())
    warnings = fields.List(fields.Nested(RefusalSchema))
    refusals = fields.List(fields.Nested(RefusalSchema))


class EntryOut(Schema):
    """An entry of the log."""

    seq = fields.Integer(required=True)
    client_id = fields.String(required=True)
    at = Moment(required=True)
    author = fields.String(required=True)
    account_id = fields.String(required=True, allow_none=True)
    credential_id = fields.String(required=True, allow_none=True)
    accepted = fields.Boolean(required=True)
    report = fields.Dict(required=True)
    answer = fields.Nested(AnswerOut, required=True)
    reason = fields.String(required=True, allow_none=True)
    hash = fields.String(required=True)
    made_at = Moment(required=True, allow_none=True, metadata={"description": "When it was made; null if not known."})


class LoggedQuery(Query):
    """What to add to the response to a report."""

    view = fields.String(
        validate=fields.OneOf(["tablet"]),
        metadata={"description": "`tablet`: also return the table as it then stands, and the lines after `base`."},
    )


class EntryPage(Schema):
    """The entries after ``since``, and the number of the last entry of the log.  ``next``: where to continue."""

    seq = fields.Integer(required=True)
    rows = fields.List(fields.Nested(EntryOut), required=True)
    next = fields.Integer(required=True, allow_none=True)


class EntryQuery(Query):
    """Which entries to list."""

    since = fields.Integer(
        load_default=0,
        validate=fields.Range(0, 10**6),
        metadata={"description": "The number of the last entry that the client has."},
    )
    limit = fields.Integer(load_default=200, validate=fields.Range(1, 1000))


class BatchOut(Schema):
    """The outcome of a batch: the logged entries or, if nothing was logged, the answers up to the refused report."""

    seq = fields.Integer(required=True, metadata={"description": "The number of the last entry of the log."})
    entries = fields.List(fields.Nested(EntryOut), required=True)
    answers = fields.List(fields.Nested(AnswerOut), required=True)
    done = fields.Integer(required=True, metadata={"description": "How many of the reports are in the log."})
    stopped = fields.Boolean(required=True, metadata={"description": "Whether a refused report ended the batch."})


class TrialOut(Schema):
    """The answers to reports that were only tried."""

    at = fields.Integer(required=True)
    answers = fields.List(fields.Nested(AnswerOut), required=True)
    changes = changes_field()


class CorrectionOut(Schema):
    """The effect of a correction: the answers to the corrected report and to those that are reported again.

    ``dropped``: entries that are no longer possible, from the first refused one on.  ``entries``: the logged entries.
    """

    seq = fields.Integer(required=True)
    answers = fields.List(fields.Nested(AnswerOut), required=True)
    again = fields.List(
        fields.Integer(), required=True, metadata={"description": "The entries that are reported again."}
    )
    dropped = fields.List(fields.Integer(), required=True)
    changes = changes_field()
    entries = fields.List(fields.Nested(EntryOut), required=True)


class LoggedOut(EntryOut):
    """An entry that was just logged; with ``view=tablet`` also what a tablet then shows."""

    tablet = fields.Nested(view_schema(TabletView))
    lines = fields.List(
        fields.Nested(view_schema(LineView)), metadata={"description": "The entries after `base`, in words."}
    )
