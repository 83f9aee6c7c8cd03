"""Standings as they travel."""

from __future__ import annotations

from marshmallow import Schema

from referee.core.http import fields, validate
from referee.core.http.schemas import Line, Lines, Moment, Query, Strict, Whole
from referee.players.schemas import FORMS
from referee.results.schemas import Exact, GamePlayer, PointsRow
from tournaments.standings.read import MOST_ROUNDS


def after_field() -> fields.Integer:
    """After which round."""
    about = {"description": "As it was after this round; left out: after the last one that is shown."}
    return fields.Integer(validate=validate.Range(0, MOST_ROUNDS), metadata=about)


def truth(text: str) -> fields.Boolean:
    """Yes or no behind ``?``."""
    return fields.Boolean(load_default=False, metadata={"description": text})


class AfterQuery(Query):
    """After which round."""

    after = after_field()


class StandingsQuery(AfterQuery):
    """Which standings."""

    live = truth("Whatever was entered by now counts, confirmed or not; for the staff only.")


class WhyQuery(StandingsQuery):
    """Who is ahead of whom."""

    player = fields.String(load_default="", metadata={"description": "The player's id."})
    other = fields.String(metadata={"description": "Another player's id; left out: the next ones ahead and behind."})


class GamesQuery(StandingsQuery):
    """Which games."""

    player = fields.String(metadata={"description": "Only the games of this player, by id."})


class StandingsExportQuery(StandingsQuery):
    """Which standings, in which form."""

    as_ = fields.String(data_key="as", load_default="csv", validate=validate.OneOf(FORMS))


class CriterionOut(Schema):
    """A criterion of the regulation."""

    by = fields.String(required=True)
    title = fields.String(required=True)


class WantedPlayer(Schema):
    """Somebody in question."""

    player = fields.String(required=True)
    name = fields.String(required=True)


class WantedOut(Schema):
    """A question that waits for a decision: which places, among whom, by what."""

    about = fields.String(required=True)
    by = fields.String(required=True)
    players = fields.List(fields.Nested(WantedPlayer), required=True)
    places = fields.Integer(required=True)
    sentence = fields.String(required=True)


class StandingsRow(Schema):
    """A player in the standings; equals share a rank."""

    rank = fields.Integer(required=True)
    player = fields.String(required=True)
    number = fields.Integer(required=True)
    name = fields.String(required=True)
    club = fields.String(required=True)
    team = fields.String(required=True)
    values = fields.List(fields.String(), required=True, metadata={"description": "By criterion; empty: none."})
    games = fields.Integer(required=True)
    dropped = fields.Boolean(required=True)
    penalties = fields.List(
        fields.String(), required=True, metadata={"description": "Penalties that count here, each in a sentence."}
    )
    reserve = fields.Boolean(required=True)
    why = fields.String(
        required=True, allow_none=True, metadata={"description": "What separates them from the next one ahead."}
    )


class TeamRow(Schema):
    """A team in the standings."""

    rank = fields.Integer(required=True)
    team = fields.String(required=True)
    values = fields.List(fields.String(), required=True)
    games = fields.Integer(required=True)


class TeamStandingsOut(Schema):
    """The standings of the teams."""

    criteria = fields.List(fields.Nested(CriterionOut), required=True)
    rows = fields.List(fields.Nested(TeamRow), required=True)
    wanted = fields.List(fields.Nested(WantedOut), required=True)


class StandingsOut(Schema):
    """Standings."""

    after = fields.Integer(required=True, metadata={"description": "The last round that is looked at."})
    shown = fields.String(
        required=True,
        validate=validate.OneOf(["confirmed", "entered", "published"]),
        metadata={"description": "Which results are counted."},
    )
    criteria = fields.List(fields.Nested(CriterionOut), required=True)
    rows = fields.List(fields.Nested(StandingsRow), required=True)
    wanted = fields.List(fields.Nested(WantedOut), required=True)
    teams = fields.Nested(TeamStandingsOut, required=True, allow_none=True)
    team_faults = fields.List(
        fields.String(), required=True, metadata={"description": "Why there are no standings of the teams."}
    )


class PartedOut(Schema):
    """What separates two players."""

    ahead = fields.String(required=True)
    behind = fields.String(required=True)
    criterion = fields.Integer(required=True, metadata={"description": "Its number, from 1."})
    title = fields.String(required=True)
    value_ahead = fields.String(required=True)
    value_behind = fields.String(required=True)
    sentence = fields.String(required=True)


class WhyOut(Schema):
    """Why somebody has a rank; nothing separates those who share one."""

    player = fields.String(required=True)
    rank = fields.Integer(required=True)
    parted = fields.List(fields.Nested(PartedOut), required=True)


class GameOut(Schema):
    """A game, and what it brought."""

    round = fields.Integer(required=True)
    table = fields.Integer(required=True)
    counts = fields.Boolean(required=True, metadata={"description": "Whether it counts for the standings."})
    players = fields.List(fields.Nested(GamePlayer), required=True)


class GamePage(Schema):
    """Games by round and table."""

    rows = fields.List(fields.Nested(GameOut), required=True)
    next = fields.String(required=True, allow_none=True)


class SupposedIn(Strict):
    """How a game might end."""

    table_id = Line(18, required=True)
    players = fields.List(fields.Nested(PointsRow), required=True, validate=validate.Length(1, 12))


class WhatIfIn(Strict):
    """Games that might end so, on top of everything that was entered by now."""

    results = fields.List(fields.Nested(SupposedIn), required=True, validate=validate.Length(1, 200))


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
