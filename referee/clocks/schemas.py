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
    """An action on a clock.  An extension needs a reason."""

    kind = fields.String(required=True, validate=validate.OneOf(KINDS), metadata={"example": "pause"})
    seconds = Whole(
        -DAY_SECONDS,
        DAY_SECONDS,
        metadata={"description": "The seconds that an extension adds; negative: takes away.", "example": 300},
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
    """An action on the clock of a round, or only on those of some of its tables."""

    tables = fields.List(
        Line(18),
        validate=validate.Length(1, 1000),
        metadata={
            "description": "The ids of the only tables to act on; left out: the round and with it all its tables."
        },
    )
    check = fields.Boolean(
        load_default=False,
        truthy={True},
        falsy={False},
        metadata={"description": "Whether to refuse the first start if something is missing (409 `round_not_ready`)."},
    )


ActivationOut = answer_schema(
    ActivationView,
    "ActivationOut",
    of=About(one_of=["round", "table"]),
    kind=About(one_of=[*KINDS, HOLD, TAKEN_BACK]),
    seconds="The seconds that an extension added, or by which the clock was put forward before a hold.",
)
WarningOut = answer_schema(
    WarningView,
    "WarningOut",
    seconds="Seconds before the end.",
    at="When it will be given, or was given at a table; null while that is not known.",
)


def span_field(description: str, **options: Any) -> fields.Integer:
    """Return a field for a span in milliseconds."""
    return fields.Integer(required=True, metadata={"description": f"Milliseconds. {description}"}, **options)


ClockOut = answer_schema(
    ClockView,
    "ClockOut",
    now=Moment(required=True),
    running="Whether the clock is running.",
    held="Whether the service holds the round's clock because the machine's clock was set while it ran; it continues"
    " when it is started.",
    elapsed=span_field("The time played so far, without pauses."),
    allowed=span_field("The time limit including all extensions; null without a limit.", allow_none=True),
    remaining=span_field("The time left; null without a limit.", allow_none=True),
    deadline_at="When the time runs out, or ran out; null while the clock stands with time left.",
    warnings=WarningOut,
    time_up_at="When time-up was logged at the table, or the round's time ran out.",
    activations=ActivationOut,
)
"""A clock at the server's time ``now``.

To show the right second by its own clock, a device notes its time when it sends the request and when the response
arrives; `now` corresponds to the midpoint of the two, and ``now - midpoint`` is its offset.  While the clock runs, the
time left is ``deadline_at - (own time + offset)`` (without a time limit, `elapsed` grows from `now` on); while it
stands, it is `remaining`.  That stays correct until the clock is changed, however bad the Wi-Fi; 304 means that it was
not changed."""
