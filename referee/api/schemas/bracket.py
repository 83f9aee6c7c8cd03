"""Qualification and bracket as they travel."""

from __future__ import annotations

from marshmallow import Schema, fields

from referee.api.schemas.standings import WantedOut


class QualifiedOut(Schema):
    """Somebody who is in."""

    player = fields.String(required=True)
    number = fields.Integer(required=True)
    name = fields.String(required=True)
    seed = fields.Integer(required=True)
    step = fields.Integer(required=True)
    moved_up_for = fields.String(required=True, allow_none=True)
    sentence = fields.String(required=True)


class WithdrawnOut(Schema):
    """Somebody who gave a place back, or left."""

    player = fields.String(required=True)
    name = fields.String(required=True)
    after = fields.Integer(required=True)


class StepOut(Schema):
    """A step of the qualification that was taken."""

    step = fields.Integer(required=True)
    after = fields.Integer(required=True)
    candidates = fields.List(fields.String(), required=True)
    places = fields.Integer(required=True, allow_none=True)
    taken = fields.List(fields.String(), required=True)
    decided_by = fields.String(required=True)


class QualificationOut(Schema):
    """How far qualification has come."""

    after = fields.Integer(required=True)
    places = fields.Integer(required=True)
    missing = fields.Integer(required=True)
    qualified = fields.List(fields.Nested(QualifiedOut), required=True)
    withdrawn = fields.List(fields.Nested(WithdrawnOut), required=True)
    steps = fields.List(fields.Nested(StepOut), required=True)
    wanted = fields.Nested(WantedOut, required=True, allow_none=True)
    sits_out = fields.List(fields.String(), required=True)


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
