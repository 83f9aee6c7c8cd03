"""Request and response schemas of the bracket and of decisions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema

from referee.core.http import fields, validate
from referee.core.http.answers import About, answer_schema
from referee.core.http.declared import view_schema
from referee.core.http.schemas import Line, Lines, Strict, WholeField
from referee.finals import views
from referee.finals.commands import MakeDecision, RaceOfTable
from referee.standings.views import PlayerName, WantedView
from tournaments.dice_race import RaceCard, RaceThrow

WantedOut, WantedPlayer = view_schema(WantedView), view_schema(PlayerName)
SeedOut = answer_schema(views.SeedView, "SeedOut")
BracketPlayer = answer_schema(views.BracketPlayerView, "BracketPlayer")
BracketTable = answer_schema(views.BracketTableView, "BracketTable", players=BracketPlayer)
StageOut = answer_schema(
    views.StageView, "StageOut", round="The round's number.", tables=BracketTable, advance=SeedOut, wanted=WantedOut
)
RankedOut = answer_schema(views.RankedView, "RankedOut")
BracketOut = answer_schema(views.BracketView, "BracketOut", seeds=SeedOut, stages=StageOut, final_order=RankedOut)


def flag(**options: Any) -> fields.Boolean:
    """A boolean field, false if it is left out."""
    return fields.Boolean(load_default=False, truthy={True}, falsy={False}, **options)


class RaceCardIn(Strict):
    """A card drawn in a dice race."""

    to = WholeField(
        -1000, 1000, allow_none=True, metadata={"description": "The square that it moves the player to; null: none."}
    )
    forward = flag(metadata={"description": "Whether the player moves there forwards."})


class RaceThrowIn(Strict):
    """A throw in a dice race."""

    player = Line(18, required=True)
    dice = fields.List(WholeField(-1000, 1000), required=True, validate=validate.Length(equal=2))
    cards = fields.List(fields.Nested(RaceCardIn), load_default=list, validate=validate.Length(max=20))


class RaceIn(Strict):
    """A dice race, throw by throw; it is replayed, and its outcome is the order."""

    players = fields.List(
        Line(18),
        required=True,
        validate=validate.Length(2, 50),
        metadata={"description": "The players' ids, in the order in which they start."},
    )
    throws = fields.List(fields.Nested(RaceThrowIn), required=True, validate=validate.Length(max=2000))


class DecisionIn(Strict):
    """A decision of an open question."""

    about = Line(200, required=True, metadata={"description": "The name of the question.", "example": "step/1"})
    by = Line(40, required=True, metadata={"example": "playoff"})
    order = fields.List(
        Line(18),
        load_default=list,
        validate=validate.Length(max=1000),
        metadata={"description": "The players' ids, best first; not needed with a race, which gives the order."},
    )
    race = fields.Nested(RaceIn)
    note = Lines(2000)
    lots = flag(metadata={"description": "Draw lots among the players in question, from the event's seed."})


def decision_given(event_id: str, body: Mapping[str, Any]) -> MakeDecision:
    """The decision in a request body validated by `DecisionIn`."""
    found = body.get("race")
    race = None if found is None else RaceOfTable(found["players"], [_throw(each) for each in found["throws"]])
    return MakeDecision(event_id, body["about"], body["by"], body["order"], race, body.get("note"), body["lots"])


def _throw(given: Mapping[str, Any]) -> RaceThrow:
    one, other = given["dice"]
    return RaceThrow(given["player"], (one, other), tuple(RaceCard(**each) for each in given["cards"]))


DecisionOut = answer_schema(
    views.DecisionView, "DecisionOut", players=About("The players, best first.", schema=WantedPlayer)
)


class DecisionPage(Schema):
    """The questions that wait for a decision, and the decisions made, newest first."""

    wanted = fields.List(fields.Nested(WantedOut), required=True)
    rows = fields.List(fields.Nested(DecisionOut), required=True)
    next = fields.String(required=True, allow_none=True)


class GiveBackIn(Strict):
    """A place in the final that is given up."""

    player = Line(18, required=True)
    reason = Lines(2000, required=True)
