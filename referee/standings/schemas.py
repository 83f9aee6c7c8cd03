"""Schemas of standings, in requests and in responses."""

from __future__ import annotations

from marshmallow import Schema

from referee.core.http import fields, validate
from referee.core.http.answers import About, answer_schema, list_schema
from referee.core.http.download import FORMS
from referee.core.http.schemas import Line, Lines, Query, Strict, WholeField
from referee.results.schemas import ExactField, GamePlayer, PointsRow
from referee.standings import qualification_views, views
from referee.standings.games import GameView
from tournaments.standings.rule import MOST_ROUNDS


def after_field() -> fields.Integer:
    """The query parameter for the last round to count."""
    about = {"description": "The number of the last round to count; left out: the last one that is shown."}
    return fields.Integer(validate=validate.Range(0, MOST_ROUNDS), metadata=about)


def boolean_parameter(text: str) -> fields.Boolean:
    """A boolean query parameter, false if it is left out."""
    return fields.Boolean(load_default=False, metadata={"description": text})


class AfterQuery(Query):
    """The round after which to look."""

    after = after_field()


class StandingsQuery(AfterQuery):
    """The standings to show."""

    live = boolean_parameter("Whether to count all results entered so far, confirmed or not; for the staff only.")


class WhyQuery(StandingsQuery):
    """Two players to compare."""

    player = fields.String(load_default="", metadata={"description": "The player's id."})
    other = fields.String(metadata={"description": "The other player's id; left out: the next ones ahead and behind."})


class GamesQuery(StandingsQuery):
    """The games to list."""

    player = fields.String(metadata={"description": "The id of the player whose games to list; left out: all games."})


class StandingsExportQuery(StandingsQuery):
    """The standings to export, and the format."""

    as_ = fields.String(data_key="as", load_default="csv", validate=validate.OneOf(FORMS))


CriterionOut = answer_schema(views.CriterionView, "CriterionOut")
WantedPlayer = answer_schema(views.PlayerName, "WantedPlayer")
WantedOut = answer_schema(views.WantedView, "WantedOut", players=WantedPlayer)
StandingsRow = answer_schema(
    views.StandingsRowView,
    "StandingsRow",
    values="The values by criterion; empty: none.",
    penalties="The penalties that count here, each as a sentence.",
    why="What separates them from the next one ahead.",
)
TeamRow = answer_schema(views.TeamRowView, "TeamRow")
TeamStandingsOut = answer_schema(
    views.TeamStandingsView, "TeamStandingsOut", criteria=CriterionOut, rows=TeamRow, wanted=WantedOut
)
StandingsOut = answer_schema(
    views.StandingsView,
    "StandingsOut",
    after="The number of the last round that is counted.",
    shown=About("Which results are counted.", one_of=["confirmed", "entered", "published"]),
    final="Whether this is the final order of the event: the players of the final come first, in its order.",
    criteria=CriterionOut,
    rows=StandingsRow,
    wanted=WantedOut,
    teams=TeamStandingsOut,
    team_faults="Why there are no team standings.",
)
PartedOut = answer_schema(
    views.PartedView, "PartedOut", criterion="The number of the criterion, from 1; 0: the final separates them."
)


class WhyOut(Schema):
    """The reasons for a rank; players with the same rank are not separated by anything."""

    player = fields.String(required=True)
    rank = fields.Integer(required=True)
    parted = fields.List(fields.Nested(PartedOut), required=True)


GameOut = answer_schema(GameView, "GameOut", counts="Whether it counts for the standings.", players=GamePlayer)
GamePage = list_schema(GameOut, "GamePage")


class SupposedIn(Strict):
    """A possible result of a table."""

    table_id = Line(18, required=True)
    players = fields.List(fields.Nested(PointsRow), required=True, validate=validate.Length(1, 12))


class WhatIfIn(Strict):
    """Possible results, on top of everything entered so far."""

    results = fields.List(fields.Nested(SupposedIn), required=True, validate=validate.Length(1, 200))


QualifiedOut = answer_schema(qualification_views.QualifiedView, "QualifiedOut")
WithdrawnOut = answer_schema(qualification_views.WithdrawnView, "WithdrawnOut")
StepOut = answer_schema(qualification_views.QualificationStep, "StepOut")
QualificationOut = answer_schema(
    qualification_views.QualificationView,
    "QualificationOut",
    qualified=QualifiedOut,
    withdrawn=WithdrawnOut,
    steps=StepOut,
    wanted=WantedOut,
)


class AdjustmentIn(Strict):
    """Points given, or taken (negative)."""

    player = Line(18, required=True)
    points = ExactField(required=True, metadata={"description": "An exact number.", "example": "-500"})
    round = WholeField(
        1,
        MOST_ROUNDS,
        allow_none=True,
        metadata={"description": "The round after which they count; null: they always count."},
    )
    reason = Lines(2000, required=True)


AdjustmentOut = answer_schema(views.AdjustmentView, "AdjustmentOut")
AdjustmentPage = list_schema(AdjustmentOut, "AdjustmentPage")
