"""The HTTP API of venues."""

from __future__ import annotations

from flask import Response
from marshmallow import Schema

from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.http import fields
from referee.core.http.body_limits import LARGEST
from referee.core.http.declared import view_schema
from referee.core.http.endpoint import StrictBlueprint, endpoint, operation
from referee.core.http.responses import answer, attachment
from referee.core.language import language
from referee.core.service import service
from referee.core.stale import FILE, StaleThings
from referee.venues import commands
from referee.venues.queries import (
    AdmissionView,
    TakenList,
    VenueFile,
    admission,
    admission_view,
    taken_venue,
    taken_venues,
    venue_of,
)
from tournaments.venues.export import FORMAT, VenuePlayer, document

blueprint = StrictBlueprint("venues", __name__, url_prefix="/api/v1/events", description="Venues of a final")


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
    players = fields.List(fields.Nested(view_schema(VenuePlayer)), required=True)
    sha256 = fields.String(required=True, metadata={"description": "The seal: the SHA-256 of all the rest."})


@endpoint(blueprint, "GET", "/<event_id>/venue", gives=VenueOut, fails=(409,))
def export_venue(event_id: str) -> Response:
    """Get what this event hands over to a final held elsewhere: its order with everybody's rank, sealed.

    Contains the number, name, reading, club and region of the players in the order, but no notes and no addresses.
    """
    event = event_for("event.export", event_id)
    with service().database.read() as session:
        found = document(venue_of(session, event))
    service().part(StaleThings).given_out(caller(), event_id, FILE, "qualifiers-file", None)
    headers = {"Content-Disposition": attachment(event.name, "venue.json"), "Cache-Control": "private, no-store"}
    return answer(found, headers=headers)


@endpoint(blueprint, "GET", "/<event_id>/venues", gives=TakenList)
def list_venues(event_id: str) -> TakenList:
    """List the venues that were taken into this event, and who came from each."""
    event_for("player.read", event_id)
    with service().database.read() as session:
        return TakenList(taken_venues(session, event_id))


@endpoint(
    blueprint,
    "POST",
    "/<event_id>/venues",
    body=commands.TakeVenueIn,
    gives=AdmissionView,
    fails=(409,),
    largest=LARGEST,
)
def take_venue_in(body: commands.TakeVenueIn, event_id: str) -> AdmissionView:
    """Take in the players who come from a venue by `[venues]` of the regulation, or preview it (`apply` false).

    With `apply`, nobody is taken in while anything is open (422 `faulty`). Taking in the same document again changes
    nothing.
    """
    event = event_for("player.change", event_id)
    given = VenueFile(body.venue, body.answers)
    with service().database.read() as session:
        before = taken_venue(session, event_id, given.content)
        found = admission(session, event, given, before)
    if body.apply:
        found = commands.take_venue_in(caller(), event_id, given) or found
    return admission_view(found, given, before is not None or body.apply, language())


operation(blueprint, "DELETE", "/<event_id>/venues/<taken_id>", commands.take_venue_back, fails=(409,))
