"""The forms of the bracket and of decisions."""

from __future__ import annotations

from marshmallow import Schema

from referee.core.http import fields, validate
from referee.core.http.schemas import Line, Lines, Moment, Strict, Whole
from referee.results.schemas import flag
from referee.standings.schemas import WantedOut, WantedPlayer


class SeedOut(Schema):
    """A player of the final stages."""

    player = fields.String(required=True)
    number = fields.Integer(required=True)
    name = fields.String(required=True)
    seed = fields.Integer(required=True)


class BracketPlayer(SeedOut):
    """Somebody at a table of a stage."""

    place = fields.Integer(required=True, allow_none=True)
    advances = fields.Boolean(required=True)


class BracketTable(Schema):
    """A table of a stage; the players by place once it is over, by seed before."""

    number = fields.Integer(required=True)
    players = fields.List(fields.Nested(BracketPlayer), required=True)


class StageOut(Schema):
    """A stage."""

    name = fields.String(required=True)
    round = fields.Integer(required=True, allow_none=True, metadata={"description": "The round's number."})
    advance_per_table = fields.Integer(required=True, allow_none=True)
    tables = fields.List(fields.Nested(BracketTable), required=True)
    advance = fields.List(fields.Nested(SeedOut), required=True)
    wanted = fields.List(fields.Nested(WantedOut), required=True)


class RankedOut(SeedOut):
    """Somebody in the final order."""

    rank = fields.Integer(required=True)


class BracketOut(Schema):
    """The stages behind the qualification, as far as they are known."""

    seeds = fields.List(fields.Nested(SeedOut), required=True)
    stages = fields.List(fields.Nested(StageOut), required=True)
    final_order = fields.List(fields.Nested(RankedOut), required=True)


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
