"""Cases, rulings and appeals as they travel."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from referee.api.schemas.base import Line, Moment, Query, RefusalSchema, Strict, Whole
from referee.api.schemas.clock import span
from referee.api.schemas.penalty import PenaltyIn
from referee.api.schemas.regulation import Lines
from referee.api.schemas.table import MOST_ENTRIES, client_id_field
from referee.event.case_state import CLOCKS, KINDS, OUTCOMES, STANDINGS, STATES

EFFECTS = {"stand": "seq", "set": "set", "extension": "minutes", "penalty": "penalty", "none": None}
"""What a ruling can do, and the field that says what exactly."""


class CaseIn(Strict):
    """A case that is opened."""

    client_id = client_id_field()
    call_id = Line(18, allow_none=True, metadata={"description": "The call of the table that it came from."})
    refused = Whole(1, MOST_ENTRIES, allow_none=True, metadata={"description": "The refused entry that it is about."})
    note = Lines(2000, load_default="", metadata={"description": "What it is about."})


class EffectIn(Strict):
    """What a ruling does: ``kind``, and for all but `none` the one field that belongs to it."""

    kind = fields.String(
        required=True,
        validate=validate.OneOf(list(EFFECTS)),
        metadata={"description": "`stand` takes `seq`, `set` takes `set`, and so on.", "example": "extension"},
    )
    seq = Whole(1, MOST_ENTRIES, metadata={"description": "`stand`: the refused entry that stands."})
    set = fields.Dict(
        keys=fields.String(),
        metadata={"description": "`set`: the parts of the position that are replaced, as a `ruling` of the record."},
    )
    minutes = Whole(1, 240, metadata={"description": "`extension`: how much more time the table gets.", "example": 5})
    penalty = fields.Nested(PenaltyIn, metadata={"description": "`penalty`: of whom, and which."})

    @validates_schema
    def its_own_field(self, data: Any, **_more: Any) -> None:
        """Exactly what belongs to its kind."""
        wanted = EFFECTS[data["kind"]]
        faults = {name: ["Unknown field."] for name in data if name not in ("kind", wanted)}
        if wanted is not None and wanted not in data:
            faults[wanted] = ["Missing data for required field."]
        if faults:
            raise ValidationError(faults)


class Deciding(Strict):
    """A decision, with its reasons and its effect."""

    facts = Lines(2000, required=True, metadata={"description": "What happened, as the referee found it."})
    question = Lines(2000, load_default="", metadata={"description": "What was to be decided."})
    clauses = fields.List(
        Line(60),
        load_default=list,
        validate=validate.Length(max=20),
        metadata={
            "description": "What it rests on: clauses of the table's ruleset, points of the regulation.",
            "example": ["JMA/REF-1"],
        },
    )
    decision = Lines(1900, required=True, metadata={"description": "The decision, in a sentence or two."})
    reasons = Lines(2000, load_default="")
    effect = fields.Nested(EffectIn, required=True)
    at = Whole(
        0,
        MOST_ENTRIES,
        metadata={
            "description": "The last entry that the referee has seen, `at` of a trial: where the log has gone on, "
            "nothing is decided about the position (409 `ruling_outdated`)."
        },
    )
    agreed = fields.List(
        Line(40),
        load_default=list,
        validate=validate.Length(max=8),
        metadata={
            "description": "The seats that settled it among themselves (JMA/REF-4), two at least; none: the referee "
            "decided."
        },
    )
    standing = fields.String(
        load_default="none",
        validate=validate.OneOf(STANDINGS),
        metadata={"description": "What it is worth as a precedent in this event."},
    )


class CaseDecisionIn(Deciding):
    """The decision of a case."""

    client_id = client_id_field()


class CaseTrialIn(Strict):
    """An effect to try."""

    effect = fields.Nested(EffectIn, required=True)


class CaseNoteIn(Strict):
    """Something to keep with a case."""

    note = Lines(2000, required=True)


class AppealIn(Strict):
    """An appeal."""

    client_id = client_id_field()
    player = Line(40, required=True, metadata={"description": "Whose: the seat.", "example": "A"})
    text = Lines(2000, required=True, metadata={"description": "What they say against the ruling."})


class AppealWithdrawnIn(Strict):
    """An appeal that is withdrawn."""

    player = Line(40, required=True, metadata={"description": "Whose: the seat.", "example": "A"})


class AppealSettledIn(Strict):
    """What the head judge says to the appeals."""

    client_id = client_id_field()
    outcome = fields.String(
        required=True,
        validate=validate.OneOf(OUTCOMES),
        metadata={"description": "`upheld`: the ruling stays; `changed`: `decision` comes on top of it."},
    )
    reasons = Lines(2000, required=True)
    decision = fields.Nested(Deciding, metadata={"description": "`changed`: the new decision."})

    @validates_schema
    def as_it_came_out(self, data: Any, **_more: Any) -> None:
        """A new decision where the ruling is changed, and only there."""
        if (data["outcome"] == "changed") != ("decision" in data):
            said = "Unknown field." if "decision" in data else "Missing data for required field."
            raise ValidationError({"decision": [said]})


class StandingIn(Strict):
    """What a ruling is worth as a precedent."""

    standing = fields.String(required=True, validate=validate.OneOf(STANDINGS))


class CasesQuery(Query):
    """Which cases."""

    state = fields.String(
        load_default="open",
        validate=validate.OneOf(["open", "all"]),
        metadata={"description": "`open`: those to be decided, appeals among them; `all`: the latest first."},
    )


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
    told = fields.List(fields.String(), required=True, metadata={"description": "What would happen, in sentences."})
    changes = fields.List(fields.Nested(PositionChangeOut), required=True)
    due = fields.List(fields.Dict(), required=True, metadata={"description": "What would be due then."})
