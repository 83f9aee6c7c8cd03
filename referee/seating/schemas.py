"""Request and response schemas of seatings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema, ValidationError, validates_schema
from marshmallow.fields import Field

from referee.core.http import fields, validate
from referee.core.http.answers import About, answer_schema, list_schema
from referee.core.http.declared import view_schema
from referee.core.http.schemas import Identifier, Line, Moment, Query, Strict, WholeField
from referee.seating import views
from referee.seating.drawing import DrawSeating
from referee.seating.participants import Fixed
from referee.seating.playoff import PlayoffView
from referee.seating.tables_of_round import BY_PLACE, QUALIFIERS, RANKED, ROTATION, SELF_CHOSEN
from referee.seating.versions import DRAFT, PUBLISHED, REPLACED
from referee.standings.views import PlayerName
from tournaments.export.table import Column
from tournaments.seating.entrants import STARTS
from tournaments.typed import Minutes

MOST_ROUND = 50
MOST_PLAYERS = 2000
FORMS = ("csv", "json", "xlsx")


def number_of(**options: Any) -> WholeField:
    """A field with the number of a round of the plan."""
    return WholeField(1, MOST_ROUND, **options)


class FixedIn(Strict):
    """A fixed table of a player; without ``rounds``, in all rounds."""

    player = Line(18, required=True)
    table = WholeField(1, MOST_PLAYERS, required=True)
    rounds = fields.List(number_of(), load_default=list, validate=validate.Length(max=MOST_ROUND))


class SeatingIn(Strict):
    """A draw."""

    first_round = number_of(
        required=True, metadata={"description": "The number of the first of the rounds that are seated together."}
    )
    seed = Line(100, metadata={"description": "The seed of the draw; by default the event's own."})
    apart = fields.List(
        fields.List(Line(18), validate=validate.Length(equal=2)),
        load_default=list,
        validate=validate.Length(max=1000),
        metadata={"description": "Pairs of players (ids) who must not meet."},
    )
    fixed = fields.List(fields.Nested(FixedIn), load_default=list, validate=validate.Length(max=MOST_PLAYERS))
    checked_in = fields.Boolean(
        truthy={True},
        falsy={False},
        metadata={"description": "Whether to seat only players who are checked in; by default if anybody is."},
    )
    tables = fields.List(
        fields.List(Line(18), validate=validate.Length(1, 12)),
        validate=validate.Length(1, MOST_PLAYERS),
        metadata={
            "description": "The players' ids at each table, for a round in which they choose tables (`self_chosen`"
            " in the regulation); other rounds are drawn, or follow from earlier ones, and take none."
        },
    )


def draw_given(event_id: str, body: Mapping[str, Any]) -> DrawSeating:
    """The draw in a request body validated by `SeatingIn`."""
    return DrawSeating(
        event_id=event_id,
        first_round=body["first_round"],
        seed=body.get("seed"),
        apart=[(one, other) for one, other in body["apart"]],
        fixed=[Fixed(each["player"], each["table"], tuple(each["rounds"])) for each in body["fixed"]],
        checked_in=body.get("checked_in"),
        tables=body.get("tables"),
    )


class LeftOutQuery(Query):
    """The rounds to be drawn."""

    first_round = fields.Integer(
        load_default=1,
        validate=validate.Range(1, MOST_ROUND),
        metadata={"description": "The number of the first of the rounds that are seated together."},
    )


LeftOutOut = answer_schema(
    views.LeftOutView, "LeftOutOut", walk_in="Whether they came without having registered beforehand."
)
LeftOutPage = list_schema(LeftOutOut, "LeftOutPage")


class PlayoffIn(Strict):
    """A question to be played off."""

    about = Line(200, required=True, metadata={"description": "The name of the question, as in the list of decisions."})
    minutes = WholeField(
        1, 1440, Minutes, allow_none=True, load_default=None, metadata={"description": "null: no time limit."}
    )


PlayoffOut = answer_schema(
    PlayoffView,
    "PlayoffOut",
    players=view_schema(PlayerName),
    confirmed="Whether its result is confirmed and so answers the question.",
    made_at=Moment(required=True),
)
PlayoffPage = list_schema(PlayoffOut, "PlayoffPage")


class SwapIn(Strict):
    """Two players who swap places in a round."""

    round = number_of(required=True)
    one = Line(18, required=True)
    other = Line(18, required=True)
    reason = Line(2000, metadata={"description": "The reason; required unless it is only a trial."})
    base = WholeField(
        1, 10**6, required=True, metadata={"description": "The version of the seating that the decision is based on."}
    )
    trial = fields.Boolean(
        load_default=False,
        truthy={True},
        falsy={False},
        metadata={"description": "true: only show the consequences."},
    )

    @validates_schema
    def complete(self, data: dict[str, Any], **_options: Any) -> None:
        """Anything but a trial needs a reason."""
        if not data["trial"] and "reason" not in data:
            raise ValidationError({"reason": ["missing"]})


class ReseatIn(Strict):
    """The round from which to reseat, and the reason."""

    from_round = number_of(required=True)
    reason = Line(2000, required=True)


class StartOrderIn(Strict):
    """A start order."""

    players = fields.List(
        Line(18),
        required=True,
        validate=validate.Length(1, 12),
        metadata={"description": "The players' ids, in start order."},
    )


class SeatQuery(Query):
    """The seat to explain."""

    player = fields.String(required=False, metadata={"description": "The id of the player."})
    round = fields.Integer(required=False, validate=validate.Range(1, MOST_ROUND))


class SeatsQuery(Query):
    """The seats to export, and the format."""

    round = fields.Integer(
        validate=validate.Range(1, MOST_ROUND),
        metadata={"description": "Only the seats of this round (number); left out: all rounds."},
    )
    form = fields.String(
        load_default=FORMS[0],
        data_key="as",
        validate=validate.OneOf(FORMS),
        metadata={"description": "The format: csv (with a byte order mark), json, or xlsx."},
    )


ROW: Mapping[str, About | Field[Any]] = {
    "id": Identifier,
    "event_id": Identifier,
    "state": About(one_of=[DRAFT, PUBLISHED, REPLACED]),
    "kind": About(one_of=["schedule", SELF_CHOSEN, ROTATION, BY_PLACE, RANKED, QUALIFIERS]),
}
SeatingRow = answer_schema(views.SeatingVersion, "SeatingRow", **ROW)
SeatingPage = list_schema(SeatingRow, "SeatingPage")
FigureOut = answer_schema(
    views.FigureView, "FigureOut", aim=About(example="rematches"), wanted="Whether it is an aim of the regulation."
)
ViolationOut = answer_schema(views.ViolationView, "ViolationOut")
SittingOut = answer_schema(views.SittingView, "SittingOut", id=Identifier)
SeatedTableOut = answer_schema(views.TableOfSeating, "SeatedTableOut", players=SittingOut)
SeatedRoundOut = answer_schema(views.SeatedRound, "SeatedRoundOut", tables=SeatedTableOut)
MoveOut = answer_schema(views.MoveView, "MoveOut", kind=About(one_of=["swap", "reseat"]))
FixedOut = answer_schema(views.FixedView, "FixedOut")
SeatingOut = answer_schema(
    views.SeatingView,
    "SeatingOut",
    **ROW,
    start=About(one_of=STARTS),
    fixed=FixedOut,
    figures=FigureOut,
    violations=ViolationOut,
    moves=MoveOut,
    rounds=SeatedRoundOut,
)
DrawnOut = SeatingOut.from_dict({"left_out": fields.List(fields.String(), required=True)}, name="DrawnOut")
"""A new draft.  ``left_out``: the players who would take part but are not checked in."""
FigureChangeOut = answer_schema(views.FigureChangeView, "FigureChangeOut")
ChangeOut = answer_schema(
    views.ChangeView, "ChangeOut", figures=FigureChangeOut, new=ViolationOut, gone=ViolationOut, seating=SeatingOut
)
TablemateOut = answer_schema(views.TablemateView, "TablemateOut")
AimChangeOut = answer_schema(views.AimChangeView, "AimChangeOut")
AlternativeOut = answer_schema(views.AlternativeView, "AlternativeOut", change=AimChangeOut)
RoundStartOut = answer_schema(views.StartView, "RoundStartOut")
ReasonsOut = answer_schema(
    views.ReasonsView, "ReasonsOut", tablemates=TablemateOut, start_orders=RoundStartOut, best=AlternativeOut
)


class SeatingFile(Schema):
    """The file described in docs/seating.md, which `referee seating check` verifies."""

    kind = fields.String(metadata={"description": "If the tables were not drawn: what they are derived from."})
    version = fields.Integer(required=True)
    seed = fields.String(required=True)
    input = fields.Dict(required=True)
    rounds = fields.List(fields.List(fields.List(fields.String())), required=True)
    moves = fields.List(fields.Dict(), required=True)
    score = fields.Dict(required=True)
    bound = fields.Dict(required=True)
    fingerprint = fields.String(required=True)


SeatsColumn = answer_schema(Column, "SeatsColumn")


class SeatsExport(Schema):
    """The published seats, one row per seat."""

    title = fields.String(required=True)
    columns = fields.List(fields.Nested(SeatsColumn), required=True)
    rows = fields.List(fields.Dict(), required=True)
