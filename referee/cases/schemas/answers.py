"""Response schemas of cases, rulings and appeals."""

from __future__ import annotations

from collections.abc import Mapping

from marshmallow import Schema

from referee.cases.deciding import EffectTrial
from referee.cases.review import CountShare, Review, Spans
from referee.cases.ruling_clauses import ClauseView
from referee.cases.schemas.given import EFFECTS
from referee.cases.state import CLOCKS, KINDS, OUTCOMES, STANDINGS, STATES
from referee.cases.views import (
    AppealsView,
    AppealView,
    CaseClockView,
    CaseDecisionView,
    CaseSeatView,
    CaseStepView,
    CaseView,
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
    address="The path of its page; null: a point of the regulation.",
)
PositionChangeOut = answer_schema(
    PositionChange, "PositionChangeOut", path=About("The place in the position.", example="players.A.cash")
)


class EffectOut(Schema):
    """The effect of a ruling."""

    kind = fields.String(required=True, validate=validate.OneOf(list(EFFECTS)))
    seq = fields.Integer()
    set = fields.Dict()
    minutes = fields.Integer()
    penalty = fields.Dict()
    penalty_id = fields.String(metadata={"description": "The id of the penalty that was given."})
    also = fields.List(fields.Dict(), metadata={"description": "Its further effects."})
    changes = fields.List(
        fields.Nested(PositionChangeOut),
        required=True,
        metadata={"description": "What it changed in the position."},
    )
    told = fields.List(fields.String(), required=True, metadata={"description": "The effect in sentences."})


CaseDecisionOut = answer_schema(
    CaseDecisionView,
    "CaseDecisionOut",
    clauses=ClauseNamedOut,
    effect=fields.Nested(EffectOut, required=True),
    settlement="Whether the players settled it among themselves (JMA/REF-4).",
    agreed="The seats that agreed to the settlement.",
    entry="The number of its entry in the table's log; null: only the case records it.",
)
AppealOut = answer_schema(AppealView, "AppealOut", player="The seat.")
AppealsOut = answer_schema(
    AppealsView,
    "AppealsOut",
    until=Moment(
        required=True,
        allow_none=True,
        metadata={"description": "The deadline for an appeal; null: none is possible, or no longer."},
    ),
    may="The seats that may still appeal.",
    rows=AppealOut,
    waiting="Whether an appeal waits for the head judge.",
    outcome=About(one_of=OUTCOMES),
    by="The person who decided it.",
    settled_at=Moment(required=True, allow_none=True),
)
CaseSeatOut = answer_schema(CaseSeatView, "CaseSeatOut", player="The seat, as reports name it.")
CaseClockOut = answer_schema(
    CaseClockView,
    "CaseClockOut",
    state=About(one_of=CLOCKS),
    remaining=span_field("The time that was left.", allow_none=True),
)
CaseStepOut = answer_schema(
    CaseStepView,
    "CaseStepOut",
    kind=About(one_of=KINDS),
    player="The seat that appealed.",
    speaker="The name of the person who made the statement or voted.",
    decision=CaseDecisionOut,
    standing=About(one_of=STANDINGS),
)
CASE_ABOUT: Mapping[str, Detail] = {
    "name": About(example="R-3"),
    "table": "The table's number.",
    "state": About("`appealed`: an appeal waits for the head judge.", one_of=STATES),
    "players": CaseSeatOut,
    "decision": About("The decision in force.", schema=CaseDecisionOut),
    "appeals": AppealsOut,
}
TableCaseOut = answer_schema(
    CaseView,
    "TableCaseOut",
    **CASE_ABOUT,
    event_id=None,
    round_id=None,
    round=None,
    call_id=None,
    seq=None,
    clock=None,
    standing=None,
    steps=None,
)
"""A case as its table sees it."""
CaseOut = answer_schema(
    CaseView,
    "CaseOut",
    **CASE_ABOUT,
    round="The round's number.",
    seq="The last entry of the table's log when it was opened.",
    clock=CaseClockOut,
    standing=About(one_of=STANDINGS),
    steps=CaseStepOut,
)
"""A case as the staff see it."""


class CasePage(Schema):
    """A page of the cases of an event."""

    now = Moment(required=True)
    rows = fields.List(fields.Nested(CaseOut), required=True)
    next = fields.String(required=True, allow_none=True)


TablePenaltyOut = answer_schema(
    TablePenaltyView,
    "TablePenaltyOut",
    state=About(one_of=("in_force", "cancelled")),
    told="The penalty in a sentence.",
    at=Moment(required=True),
)


class TableCasePage(Schema):
    """The cases of a table, newest first, and the penalties that belong to it."""

    now = Moment(required=True)
    rows = fields.List(fields.Nested(TableCaseOut), required=True)
    penalties = fields.List(
        fields.Nested(TablePenaltyOut),
        required=True,
        metadata={"description": "The penalties in force, or cancelled since."},
    )
    next = fields.String(required=True, allow_none=True)


CaseTrialOut = answer_schema(
    EffectTrial,
    "CaseTrialOut",
    at=fields.Integer(required=True, metadata={"description": "The number of the last entry of the log."}),
    logged="false: only the case would record it: the table is closed, or today's rules judge its log differently.",
    accepted="Whether it is possible at the table.",
    refusals=fields.List(fields.Nested(RefusalSchema), required=True),
    sentences=None,
    told=fields.List(
        fields.String(),
        attribute="sentences",
        required=True,
        metadata={"description": "What would happen, in sentences."},
    ),
    changes=PositionChangeOut,
    due="What would be due afterwards.",
)
"""What an effect would do; nothing is changed."""


SpansOut = answer_schema(Spans, "SpansOut", middle="The median, in ms.", longest="The longest, in ms.")
ShareOut = answer_schema(CountShare, "ShareOut")
ReviewOut = answer_schema(
    Review,
    "ReviewOut",
    calls="The number of calls that were not withdrawn.",
    response=About("The times from a call until somebody took it.", schema=SpansOut),
    handling=About("The times from then until it was over.", schema=SpansOut),
    about=About("Calls by what they were about.", schema=ShareOut),
    deciding=About("The times from a case to its ruling.", schema=SpansOut),
    kinds=About("Rulings by what they did.", schema=ShareOut),
    chapters=About("Rulings by the chapters they rest on.", schema=ShareOut),
    overturned="The share of `changed` among the cases settled on appeal, in percent; null without any.",
    penalties=About("In force, by step.", schema=ShareOut),
)
"""Statistics of the judges' work at an event."""


class RemedyOut(Schema):
    """What a remedy would do; nothing was changed."""

    effect = fields.Dict(
        required=True,
        metadata={"description": "The effect to send as `effect` of the decision of the case, or of its appeals."},
    )
    dropped = fields.List(
        fields.Integer(),
        required=True,
        metadata={"description": "The entries of the log that would no longer be possible."},
    )
    trial = fields.Nested(CaseTrialOut, required=True)
