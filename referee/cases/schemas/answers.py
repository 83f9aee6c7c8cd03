"""Cases, rulings and appeals as they are answered."""

from __future__ import annotations

from marshmallow import Schema

from referee.cases.schemas.given import EFFECTS
from referee.cases.state import CLOCKS, KINDS, OUTCOMES, STANDINGS, STATES
from referee.clocks.schemas import span
from referee.core.http import fields, validate
from referee.core.http.schemas import Moment, RefusalSchema


class ClauseNamedOut(Schema):
    """A clause that a ruling rests on."""

    id = fields.String(required=True, metadata={"example": "JMA/REF-1"})
    title = fields.String(required=True)
    address = fields.String(
        required=True, allow_none=True, metadata={"description": "Where it can be read; null: a regulation's point."}
    )


class EffectOut(Schema):
    """What a ruling does."""

    kind = fields.String(required=True, validate=validate.OneOf(list(EFFECTS)))
    seq = fields.Integer()
    set = fields.Dict()
    minutes = fields.Integer()
    penalty = fields.Dict()
    penalty_id = fields.String(metadata={"description": "The penalty that was given."})
    changes = fields.List(
        fields.Nested("PositionChangeOut"),
        required=True,
        metadata={"description": "What is different in the position since."},
    )
    told = fields.List(fields.String(), required=True, metadata={"description": "The same in sentences."})


class CaseDecisionOut(Schema):
    """A decision."""

    facts = fields.String(required=True)
    question = fields.String(required=True)
    clauses = fields.List(fields.Nested(ClauseNamedOut), required=True)
    decision = fields.String(required=True)
    reasons = fields.String(required=True)
    effect = fields.Nested(EffectOut, required=True)
    settlement = fields.Boolean(required=True, metadata={"description": "The players settled it (JMA/REF-4)."})
    agreed = fields.List(fields.String(), required=True, metadata={"description": "The seats that did."})
    entry = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "The entry of the table's log that it is; null: the table was closed by then."},
    )
    by = fields.String(required=True)
    at = Moment(required=True)


class AppealOut(Schema):
    """An appeal that waits for the head judge, or that was settled."""

    player = fields.String(required=True, metadata={"description": "The seat."})
    name = fields.String(required=True)
    text = fields.String(required=True)
    author = fields.String(required=True)
    at = Moment(required=True)
    withdrawn = fields.Boolean(required=True)


class AppealsOut(Schema):
    """Appeals against a decision."""

    until = Moment(
        required=True,
        allow_none=True,
        metadata={"description": "Until when one can be made; null: not at all, or not any more."},
    )
    may = fields.List(fields.String(), required=True, metadata={"description": "The seats that still may."})
    rows = fields.List(fields.Nested(AppealOut), required=True)
    waiting = fields.Boolean(required=True, metadata={"description": "The head judge is to decide."})
    outcome = fields.String(required=True, allow_none=True, validate=validate.OneOf(OUTCOMES))
    reasons = fields.String(required=True)
    by = fields.String(required=True, allow_none=True, metadata={"description": "Who decided on it."})


class CaseSeatOut(Schema):
    """A seat of the table."""

    player = fields.String(required=True, metadata={"description": "The seat, as reports name it."})
    name = fields.String(required=True)


class CaseClockOut(Schema):
    """The table's clock when the case was opened."""

    state = fields.String(required=True, validate=validate.OneOf(CLOCKS))
    remaining = span("What was left.", allow_none=True)


class TableCaseOut(Schema):
    """A case as its table sees it."""

    id = fields.String(required=True)
    number = fields.Integer(required=True)
    name = fields.String(required=True, metadata={"example": "R-3"})
    table_id = fields.String(required=True)
    table = fields.Integer(required=True, metadata={"description": "The table's number."})
    state = fields.String(
        required=True,
        validate=validate.OneOf(STATES),
        metadata={"description": "`appealed`: an appeal waits for the head judge."},
    )
    opened_at = Moment(required=True)
    refused = fields.Integer(required=True, allow_none=True)
    players = fields.List(fields.Nested(CaseSeatOut), required=True)
    decision = fields.Nested(
        CaseDecisionOut, required=True, allow_none=True, metadata={"description": "The one in force."}
    )
    appeals = fields.Nested(AppealsOut, required=True)


class CaseStepOut(Schema):
    """What was done about a case."""

    kind = fields.String(required=True, validate=validate.OneOf(KINDS))
    note = fields.String(required=True)
    player = fields.String(required=True, allow_none=True, metadata={"description": "Whose appeal: the seat."})
    decision = fields.Nested(CaseDecisionOut, required=True, allow_none=True)
    standing = fields.String(required=True, allow_none=True, validate=validate.OneOf(STANDINGS))
    author = fields.String(required=True)
    account_id = fields.String(required=True, allow_none=True)
    at = Moment(required=True)


class CaseOut(TableCaseOut):
    """A case as the staff see it."""

    event_id = fields.String(required=True)
    round_id = fields.String(required=True)
    round = fields.Integer(required=True, metadata={"description": "The round's number."})
    call_id = fields.String(required=True, allow_none=True)
    seq = fields.Integer(required=True, metadata={"description": "The last entry of the table's log then."})
    clock = fields.Nested(CaseClockOut, required=True)
    standing = fields.String(required=True, validate=validate.OneOf(STANDINGS))
    steps = fields.List(fields.Nested(CaseStepOut), required=True)


class CasePage(Schema):
    """Cases of an event."""

    now = Moment(required=True)
    rows = fields.List(fields.Nested(CaseOut), required=True)
    next = fields.String(required=True, allow_none=True)


class TableCasePage(Schema):
    """The cases of a table, the latest first."""

    now = Moment(required=True)
    rows = fields.List(fields.Nested(TableCaseOut), required=True)
    next = fields.String(required=True, allow_none=True)


class PositionChangeOut(Schema):
    """A part of the position that changes."""

    path = fields.String(required=True, metadata={"description": "Where.", "example": "players.A.cash"})
    before = fields.Raw(required=True, allow_none=True)
    after = fields.Raw(required=True, allow_none=True)


class CaseTrialOut(Schema):
    """What an effect would do; nothing was done."""

    at = fields.Integer(required=True, metadata={"description": "The last entry of the log."})
    logged = fields.Boolean(
        required=True,
        metadata={
            "description": "false: the table is closed, or the rules of today judge its log otherwise, so the case "
            "alone would say it."
        },
    )
    accepted = fields.Boolean(required=True, metadata={"description": "Whether it can be done at the table."})
    refusals = fields.List(fields.Nested(RefusalSchema), required=True)
    told = fields.List(
        fields.String(),
        attribute="sentences",
        required=True,
        metadata={"description": "What would happen, in sentences."},
    )
    changes = fields.List(fields.Nested(PositionChangeOut), required=True)
    due = fields.List(fields.Dict(), required=True, metadata={"description": "What would be due then."})
