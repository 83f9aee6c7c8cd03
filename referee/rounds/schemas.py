"""The request and response schemas of rounds."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, validates_schema

from referee.core.http import fields, validate
from referee.core.http.answers import About, answer_schema, list_schema
from referee.core.http.schemas import Line, Strict, Whole
from referee.events.plan import STAGES
from referee.rounds.starting import Readiness, SeatedWithdrawn, TableMissing
from referee.rounds.views import RoundRow


class RoundIn(Strict):
    """A new round.  If ``minutes`` is null, it has no time limit."""

    number = Whole(1, 1000, required=True, metadata={"example": 1})
    name = Line(load_default="", least=0, metadata={"example": "予選第1ゲーム"})
    minutes = Whole(1, 1440, load_default=90, allow_none=True)
    warnings = fields.List(
        Whole(1, 86400),
        load_default=lambda: [600, 300, 60],
        validate=validate.Length(max=10),
        metadata={"description": "The warnings, each in seconds before the end."},
    )


class RoundCloseIn(Strict):
    """The closing of a round.  With ``anyway`` it is closed even if games are not over; then a reason is required."""

    anyway = fields.Boolean(load_default=False, truthy={True}, falsy={False})
    reason = Line(2000)

    @validates_schema
    def complete(self, data: dict[str, Any], **_options: Any) -> None:
        """Check that ``anyway`` comes with a reason."""
        if data["anyway"] and "reason" not in data:
            raise ValidationError({"reason": ["missing"]})


RoundOut = answer_schema(
    RoundRow,
    "RoundOut",
    state=About(one_of=["drafted", "running", "closed"]),
    stage=About("Its stage; `entered`: the results of all tables are confirmed.", one_of=STAGES),
    published_at="When its seats were published.",
)
RoundPage = list_schema(RoundOut, "RoundPage")
ReadinessOut = answer_schema(
    Readiness,
    "ReadinessOut",
    results=answer_schema(TableMissing, "TableMissing"),
    withdrawn=answer_schema(SeatedWithdrawn, "SeatedWithdrawn"),
    seats_hidden="Whether seats have been drawn but not published.",
    empty="Whether the round has no tables.",
)
