"""Request and response schemas of venues."""

from __future__ import annotations

from marshmallow import Schema

from referee.core.http import fields, validate
from referee.core.http.answers import About, answer_schema
from referee.core.http.schemas import Moment, Strict
from referee.players.schemas import NoticeOut
from referee.venues.queries import AdmissionView, CandidateView, ComingView, TakenView
from tournaments.venues.admit import ANSWERS
from tournaments.venues.export import FORMAT, VenuePlayer

STATES = ("comes", "listed", "gives_up", "left", "behind")

VenuePlayerOut = answer_schema(
    VenuePlayer,
    "VenuePlayerOut",
    rank="The rank in the final order.",
    seed="The seed among those who qualified by the event's own regulation; 0: not qualified.",
    left="Whether they dropped out.",
)


class VenueOut(Schema):
    """What an event hands over to a final held elsewhere."""

    format = fields.String(required=True, metadata={"example": FORMAT})
    version = fields.Integer(required=True)
    id = fields.String(required=True)
    name = fields.String(required=True)
    held_on = fields.String(required=True)
    place = fields.String(required=True)
    regulation = fields.String(required=True, metadata={"description": "The name of the regulation."})
    final = fields.Boolean(required=True, metadata={"description": "Whether the order is final."})
    qualified = fields.Boolean(required=True, metadata={"description": "Whether it is settled who has qualified."})
    players = fields.List(fields.Nested(VenuePlayerOut), required=True)
    sha256 = fields.String(required=True, metadata={"description": "The seal: the SHA-256 of all the rest."})


class VenueIn(Strict):
    """A venue to take in."""

    venue = fields.Dict(required=True, metadata={"description": "The response of GET `/events/{id}/venue` there."})
    answers = fields.Dict(
        keys=fields.String(validate=validate.Length(1, 200)),
        values=fields.String(validate=validate.OneOf(ANSWERS)),
        load_default=dict,
        metadata={"description": "By the player's id there: `gives_up`; `listed`: already on the list; `namesake`."},
    )
    apply = fields.Boolean(
        load_default=False,
        truthy={True},
        falsy={False},
        metadata={"description": "false: only a preview of who would come; true: carried out if nothing is open."},
    )


CandidateOut = answer_schema(
    CandidateView,
    "VenueCandidate",
    state=About(one_of=STATES),
    doubles="The numbers of players on the list who may be the same person.",
)
AdmissionOut = answer_schema(
    AdmissionView,
    "AdmissionOut",
    check="The beginning of the seal, to be compared by word of mouth.",
    candidates=CandidateOut,
    faults=NoticeOut,
)
ComingOut = answer_schema(
    ComingView,
    "VenueComing",
    player="The player's id; null: deleted since.",
    new="Whether they were not on the list before.",
)
TakenOut = answer_schema(
    TakenView, "TakenVenue", field="The number of players there.", players=ComingOut, taken_at=Moment(required=True)
)


class TakenList(Schema):
    """The venues that were taken in."""

    rows = fields.List(fields.Nested(TakenOut), required=True)
