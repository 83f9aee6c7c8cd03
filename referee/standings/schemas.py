"""Schemas of standings, in requests and in responses."""

from __future__ import annotations

from marshmallow import Schema

from referee.core.http import fields, validate
from referee.core.http.answers import About, answer_schema, list_schema
from referee.core.http.schemas import Line, Lines, Query, Strict, Whole
from referee.players.schemas import FORMS
from referee.results.schemas import Exact, GamePlayer, PointsRow
from referee.standings import qualification_views, views
from referee.standings.games import GameView
from tournaments.standings.read import MOST_ROUNDS


def after_field() -> fields.Integer:
    """The query parameter for the last round to count."""
    about = {"description": "As it was after this round; left out: after the last one that is shown."}
    return fields.Integer(validate=validate.Range(0, MOST_ROUNDS), metadata=about)


def boolean_parameter(text: str) -> fields.Boolean:
    """A boolean query parameter, false if it is left out."""
    return fields.Boolean(load_default=False, metadata={"description": text})


class AfterQuery(Query):
    """After which round."""

    after = after_field()


class StandingsQuery(AfterQuery):
    """The standings to show."""

    live = boolean_parameter("Whatever was entered by now counts, confirmed or not; for the staff only.")


class WhyQuery(StandingsQuery):
    """Two players to compare."""

    player = fields.String(load_default="", metadata={"description": "The player's id."})
    other = fields.String(metadata={"description": "Another player's id; left out: the next ones ahead and behind."})


class GamesQuery(StandingsQuery):
    """The games to list."""

    player = fields.String(metadata={"description": "Only the games of this player, by id."})


class StandingsExportQuery(StandingsQuery):
    """The standings to export, and the form."""

    as_ = fields.String(data_key="as", load_default="csv", validate=validate.OneOf(FORMS))


CriterionOut = answer_schema(views.CriterionView, "CriterionOut")
WantedPlayer = answer_schema(views.PlayerName, "WantedPlayer")
WantedOut = answer_schema(views.WantedView, "WantedOut", players=WantedPlayer)
StandingsRow = answer_schema(
    views.StandingsRowView,
    "StandingsRow",
    values="By criterion; empty: none.",
    penalties="Penalties that count here, each in a sentence.",
    why="What separates them from the next one ahead.",
)
TeamRow = answer_schema(views.TeamRowView, "TeamRow")
TeamStandingsOut = answer_schema(
    views.TeamStandingsView, "TeamStandingsOut", criteria=CriterionOut, rows=TeamRow, wanted=WantedOut
)
StandingsOut = answer_schema(
    views.StandingsView,
    "StandingsOut",
    after="The last round that is looked at.",
    shown=About("Which results are counted.", one_of=["confirmed", "entered", "published"]),
    final="Whether this is the last word on the event: those of the final come first, by its order.",
    criteria=CriterionOut,
    rows=StandingsRow,
    wanted=WantedOut,
    teams=TeamStandingsOut,
    team_faults="Why there are no standings of the teams.",
)
PartedOut = answer_schema(views.PartedView, "PartedOut", criterion="Its number, from 1; 0: the final does.")


class WhyOut(Schema):
    """The reasons for a rank; nothing separates players who share one."""

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
StepOut = answer_schema(qualification_views.StepView, "StepOut")
QualificationOut = answer_schema(
    qualification_views.QualificationView,
    "QualificationOut",
    qualified=QualifiedOut,
    withdrawn=WithdrawnOut,
    steps=StepOut,
    wanted=WantedOut,
)


class AdjustmentIn(Strict):
    """Points given, or taken (below 0)."""

    player = Line(18, required=True)
    points = Exact(required=True, metadata={"description": "An exact number.", "example": "-500"})
    round = Whole(1, MOST_ROUNDS, allow_none=True, metadata={"description": "After which round; null: throughout."})
    reason = Lines(2000, required=True)


AdjustmentOut = answer_schema(views.AdjustmentView, "AdjustmentOut")
AdjustmentPage = list_schema(AdjustmentOut, "AdjustmentPage")
