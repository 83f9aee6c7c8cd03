"""Response schemas of cases, rulings and appeals."""

from __future__ import annotations

from collections.abc import Mapping

from marshmallow import Schema

from referee.cases.deciding import Trial
from referee.cases.review import Review, Share, Spans
from referee.cases.ruling_clauses import ClauseView
from referee.cases.schemas.given import EFFECTS
from referee.cases.state import CLOCKS, KINDS, OUTCOMES, STANDINGS, STATES
from referee.cases.views import (
    AppealsView,
    AppealView,
    CaseStepView,
    CaseView,
    ClockView,
    DecisionView,
    SeatView,
    TablePenaltyView,
)
from referee.clocks.schemas import span_field
from referee.core.http import fields, validate
from referee.core.http.answers import About, Detail, answer_schema
from referee.core.http.schemas import Moment, RefusalSchema
from referee.log.changes import PositionChange

ClauseNamedOut = answer_schema(
    ClauseView,
    "ClauseNamedOut",
    id=About(example="JMA/REF-1"),
    address="Where it can be read; null: a regulation's point.",
)
PositionChangeOut = answer_schema(PositionChange, "PositionChangeOut", path=About("Where.", example="players.A.cash"))


class EffectOut(Schema):
    """What a ruling does."""

    kind = fields.String(required=True, validate=validate.OneOf(list(EFFECTS)))
    seq = fields.Integer()
    set = fields.Dict()
    minutes = fields.Integer()
    penalty = fields.Dict()
    penalty_id = fields.String(metadata={"description": "The penalty that was given."})
    also = fields.List(fields.Dict(), metadata={"description": "What else it did, each as an effect."})
    changes = fields.List(
        fields.Nested(PositionChangeOut),
        required=True,
        metadata={"description": "What is different in the position since."},
    )
    told = fields.List(fields.String(), required=True, metadata={"description": "The same in sentences."})


CaseDecisionOut = answer_schema(
    DecisionView,
    "CaseDecisionOut",
    clauses=ClauseNamedOut,
    effect=fields.Nested(EffectOut, required=True),
    settlement="The players settled it (JMA/REF-4).",
    agreed="The seats that did.",
    entry="The entry of the table's log that it is; null: the table was closed by then.",
)
AppealOut = answer_schema(AppealView, "AppealOut", player="The seat.")
AppealsOut = answer_schema(
    AppealsView,
    "AppealsOut",
    until=Moment(
        required=True,
        allow_none=True,
        metadata={"description": "Until when one can be made; null: not at all, or not any more."},
    ),
    may="The seats that still may.",
    rows=AppealOut,
    waiting="The head judge is to decide.",
    outcome=About(one_of=OUTCOMES),
    by="Who decided on it.",
    settled_at=Moment(required=True, allow_none=True),
)
CaseSeatOut = answer_schema(SeatView, "CaseSeatOut", player="The seat, as reports name it.")
CaseClockOut = answer_schema(
    ClockView, "CaseClockOut", state=About(one_of=CLOCKS), remaining=span_field("What was left.", allow_none=True)
)
CaseStepOut = answer_schema(
    CaseStepView,
    "CaseStepOut",
    kind=About(one_of=KINDS),
    player="Whose appeal: the seat.",
    speaker="Whose statement, or vote: by name.",
    decision=CaseDecisionOut,
    standing=About(one_of=STANDINGS),
)
CASE_ABOUT: Mapping[str, Detail] = {
    "name": About(example="R-3"),
    "table": "The table's number.",
    "state": About("`appealed`: an appeal waits for the head judge.", one_of=STATES),
    "players": CaseSeatOut,
    "decision": About("The one in force.", schema=CaseDecisionOut),
    "appeals": AppealsOut,
}
TableCaseOut = answer_schema(
    CaseView, "TableCaseOut", **CASE_ABOUT, event_id=None, round_id=None, round=None, call_id=None, seq=None,
    clock=None, standing=None, steps=None,
)  # fmt: skip
"""A case as its table sees it."""
CaseOut = answer_schema(
    CaseView,
    "CaseOut",
    **CASE_ABOUT,
    round="The round's number.",
    seq="The last entry of the table's log then.",
    clock=CaseClockOut,
    standing=About(one_of=STANDINGS),
    steps=CaseStepOut,
)
"""A case as the staff see it."""


class CasePage(Schema):
    """Cases of an event."""

    now = Moment(required=True)
    rows = fields.List(fields.Nested(CaseOut), required=True)
    next = fields.String(required=True, allow_none=True)


TablePenaltyOut = answer_schema(
    TablePenaltyView,
    "TablePenaltyOut",
    state=About(one_of=("in_force", "cancelled")),
    told="It in a sentence.",
    at=Moment(required=True),
)


class TableCasePage(Schema):
    """The cases of a table, the latest first, and the penalties that belong to it."""

    now = Moment(required=True)
    rows = fields.List(fields.Nested(TableCaseOut), required=True)
    penalties = fields.List(
        fields.Nested(TablePenaltyOut), required=True, metadata={"description": "In force, or cancelled since."}
    )
    next = fields.String(required=True, allow_none=True)


CaseTrialOut = answer_schema(
    Trial,
    "CaseTrialOut",
    at=fields.Integer(required=True, metadata={"description": "The last entry of the log."}),
    logged="false: the table is closed, or the rules of today judge its log otherwise, so the case alone would say it.",
    accepted="Whether it can be done at the table.",
    refusals=fields.List(fields.Nested(RefusalSchema), required=True),
    sentences=None,
    told=fields.List(
        fields.String(),
        attribute="sentences",
        required=True,
        metadata={"description": "What would happen, in sentences."},
    ),
    changes=PositionChangeOut,
    due="What would be due then.",
)
"""What an effect would do; nothing is changed."""


SpansOut = answer_schema(Spans, "SpansOut", middle="The one in the middle, ms.", longest="ms.")
ShareOut = answer_schema(Share, "ShareOut")
ReviewOut = answer_schema(
    Review,
    "ReviewOut",
    calls="Not withdrawn.",
    response=About("From a call until somebody took it.", schema=SpansOut),
    handling=About("From then until it was over.", schema=SpansOut),
    about=About("Calls by what they were about.", schema=ShareOut),
    deciding=About("From a case to its ruling.", schema=SpansOut),
    kinds=About("Rulings by what they did.", schema=ShareOut),
    chapters=About("Rulings by the chapters they rest on.", schema=ShareOut),
    overturned="The share of `changed` among the cases settled on appeal, in percent; null without any.",
    penalties=About("In force, by step.", schema=ShareOut),
)
"""Statistics of the judges' work at an event."""


class RemedyOut(Schema):
    """What a remedy would do; nothing was done."""

    effect = fields.Dict(
        required=True, metadata={"description": "For the decision of the case, or of its appeals: POST it as `effect`."}
    )
    dropped = fields.List(
        fields.Integer(), required=True, metadata={"description": "Entries of the log that do not follow any more."}
    )
    trial = fields.Nested(CaseTrialOut, required=True)
