"""The request and response schemas of clocks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, validates_schema

from referee.clocks.commands import MoveClock
from referee.clocks.timeline import EXTEND, HOLD, KINDS, TAKEN_BACK
from referee.clocks.views import ActivationView, ClockView, WarningView
from referee.core.http import fields, validate
from referee.core.http.answers import About, answer_schema
from referee.core.http.schemas import Line, Moment, Strict, Whole

DAY_SECONDS = 86_400


class ClockIn(Strict):
    """A move of a clock; an extension needs a reason."""

    kind = fields.String(required=True, validate=validate.OneOf(KINDS), metadata={"example": "pause"})
    seconds = Whole(
        -DAY_SECONDS,
        DAY_SECONDS,
        metadata={"description": "How much an extension adds; below nought: takes away.", "example": 300},
    )
    reason = Line(2000, metadata={"example": "The fire alarm went off."})

    @validates_schema
    def complete(self, data: dict[str, Any], **_options: Any) -> None:
        """Check that only an extension has seconds, and that it has a reason: whoever stops a clock is in a hurry."""
        faults = {}
        if data["kind"] == EXTEND and not data.get("seconds"):
            faults["seconds"] = ["missing"]
        if data["kind"] != EXTEND and "seconds" in data:
            faults["seconds"] = ["unknown"]
        if data["kind"] == EXTEND and "reason" not in data:
            faults["reason"] = ["missing"]
        if faults:
            raise ValidationError(faults)


def clock_command(body: Mapping[str, Any]) -> MoveClock:
    """Return the command from a body that `ClockIn` has checked."""
    return MoveClock(body["kind"], body.get("seconds"), body.get("reason"))


class RoundClockIn(ClockIn):
    """A move of the clock of a round, or of some of its tables by themselves."""

    tables = fields.List(
        Line(18),
        validate=validate.Length(1, 1000),
        metadata={"description": "Only these tables (ids); without it, the round and thereby all of them."},
    )
    check = fields.Boolean(
        load_default=False,
        truthy={True},
        falsy={False},
        metadata={"description": "Refuse a round's first start while something is missing (409 `round_not_ready`)."},
    )


ActivationOut = answer_schema(
    ActivationView,
    "ActivationOut",
    of=About(one_of=["round", "table"]),
    kind=About(one_of=[*KINDS, HOLD, TAKEN_BACK]),
    seconds="How much an extension added, or the clock was put forward by before a hold.",
)
WarningOut = answer_schema(
    WarningView,
    "WarningOut",
    seconds="How long before the end.",
    at="When it will be given, or was at a table; null while that is open.",
)


def span_field(description: str, **options: Any) -> fields.Integer:
    """Return a field for a span in milliseconds."""
    return fields.Integer(required=True, metadata={"description": f"Milliseconds. {description}"}, **options)


ClockOut = answer_schema(
    ClockView,
    "ClockOut",
    now=Moment(required=True),
    running="Whether time is passing.",
    held="Whether the service holds the round's clock, because the clock of its machine was set while it ran; it goes"
    " on when it is started.",
    elapsed=span_field("Played so far, without pauses."),
    allowed=span_field("The time limit with all extensions; null without one.", allow_none=True),
    remaining=span_field("What is left of it; null without a limit.", allow_none=True),
    deadline_at="When nothing will be left, or was; null while the clock stands with time left.",
    warnings=WarningOut,
    time_up_at="When time-up was logged at the table, or the round's time was used up.",
    activations=ActivationOut,
)
"""A clock at the server's moment ``now``.

A device shows the right second by its own clock: it notes its own time when it sends the request and when the response
arrives; `now` belongs to the middle of the two, and ``now - middle`` is its offset.  While the clock runs,
``deadline_at - (own time + offset)`` is left (without a time limit, `elapsed` grows from `now` on); while it stands,
`remaining` is.  That stays right until the clock is moved, however bad the Wi-Fi; 304 says that it was not."""
