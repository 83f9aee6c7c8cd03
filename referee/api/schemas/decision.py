"""Decisions and points by hand as they travel."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from referee.api.schemas.base import Line, Moment, Strict, Whole
from referee.api.schemas.regulation import Lines
from referee.api.schemas.result import Exact, flag
from referee.api.schemas.standings import WantedOut, WantedPlayer
from tournaments.standings.read import MOST_ROUNDS


class RaceCardIn(Strict):
    """A card drawn in a dice race."""

    to = Whole(-1000, 1000, allow_none=True, metadata={"description": "The square that it moves to; null: none."})
    forward = flag(metadata={"description": "Whether the way there runs forward."})


class RaceThrowIn(Strict):
    """A throw in a dice race."""

    player = Line(18, required=True)
    dice = fields.List(Whole(-1000, 1000), required=True, validate=validate.Length(equal=2))
    cards = fields.List(fields.Nested(RaceCardIn), load_default=list, validate=validate.Length(max=20))


class RaceIn(Strict):
    """A dice race, throw by throw; it is run again and gives the order."""

    players = fields.List(
        Line(18),
        required=True,
        validate=validate.Length(2, 50),
        metadata={"description": "In the order in which they set out."},
    )
    throws = fields.List(fields.Nested(RaceThrowIn), required=True, validate=validate.Length(max=2000))


class DecisionIn(Strict):
    """The answer to a question that waits."""

    about = Line(200, required=True, metadata={"description": "The question's name.", "example": "step/1"})
    by = Line(40, required=True, metadata={"example": "playoff"})
    order = fields.List(
        Line(18),
        load_default=list,
        validate=validate.Length(max=1000),
        metadata={"description": "The players' ids, best first; a race gives it itself."},
    )
    race = fields.Nested(RaceIn)
    note = Lines(2000)


class DecisionOut(Schema):
    """A decision that was made."""

    id = fields.String(required=True)
    event_id = fields.String(required=True)
    about = fields.String(required=True)
    by = fields.String(required=True)
    players = fields.List(fields.Nested(WantedPlayer), required=True, metadata={"description": "Best first."})
    note = fields.String(required=True, allow_none=True)
    race = fields.Dict(required=True, allow_none=True)
    author = fields.String(required=True)
    made_at = Moment(required=True)
    withdrawn_at = Moment(required=True, allow_none=True)
    withdrawn_by = fields.String(required=True, allow_none=True)
    withdrawn_reason = fields.String(required=True, allow_none=True)


class DecisionPage(Schema):
    """Decisions: those that are wanted, and those made, the latest one first."""

    wanted = fields.List(fields.Nested(WantedOut), required=True)
    rows = fields.List(fields.Nested(DecisionOut), required=True)
    next = fields.String(required=True, allow_none=True)


class GiveBackIn(Strict):
    """Somebody gives a place in the final back."""

    player = Line(18, required=True)
    reason = Lines(2000, required=True)


class AdjustmentIn(Strict):
    """Points given, or taken (below 0)."""

    player = Line(18, required=True)
    points = Exact(required=True, metadata={"description": "An exact number.", "example": "-500"})
    round = Whole(1, MOST_ROUNDS, allow_none=True, metadata={"description": "After which round; null: throughout."})
    reason = Lines(2000, required=True)


class AdjustmentOut(Schema):
    """Points given or taken by hand."""

    id = fields.String(required=True)
    event_id = fields.String(required=True)
    player = fields.String(required=True)
    name = fields.String(required=True)
    points = fields.String(required=True)
    round = fields.Integer(required=True, allow_none=True)
    reason = fields.String(required=True)
    author = fields.String(required=True)
    made_at = Moment(required=True)
    withdrawn_at = Moment(required=True, allow_none=True)


class AdjustmentPage(Schema):
    """All adjustments, the latest one first."""

    rows = fields.List(fields.Nested(AdjustmentOut), required=True)
    next = fields.String(required=True, allow_none=True)
