"""The HTTP API of venues."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.http.body_limits import LARGEST
from referee.core.http.download import attachment
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.language import language
from referee.core.service import service
from referee.core.stale import FILE, StaleThings
from referee.venues import commands
from referee.venues.queries import VenueFile, admission, admission_view, taken_venue, taken_venues, venue_of
from referee.venues.schemas import AdmissionOut, TakenList, VenueIn, VenueOut
from tournaments.venues.export import document

blueprint = StrictBlueprint("venues", __name__, url_prefix="/api/v1/events", description="Venues of a final")


@endpoint(blueprint, "GET", "/<event_id>/venue", gives=VenueOut, fails=(409,))
def export_venue(query: dict[str, Any], event_id: str) -> Response:
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
def list_venues(query: dict[str, Any], event_id: str) -> Response:
    """List the venues that were taken into this event, and who came from each."""
    event_for("player.read", event_id)
    with service().database.read() as session:
        return answer(TakenList().dump({"rows": taken_venues(session, event_id)}))


@endpoint(blueprint, "POST", "/<event_id>/venues", body=VenueIn, gives=AdmissionOut, fails=(409,), largest=LARGEST)
def take_venue_in(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Take in the players who come from a venue by `[venues]` of the regulation, or preview it (`apply` false).

    With `apply`, nobody is taken in while anything is open (422 `faulty`). Taking in the same document again changes
    nothing.
    """
    event = event_for("player.change", event_id)
    given = VenueFile(body["venue"], body["answers"])
    with service().database.read() as session:
        before = taken_venue(session, event_id, given.content)
        found = admission(session, event, given, before)
    if body["apply"]:
        found = commands.take_venue_in(caller(), commands.TakeVenueIn(event_id, given)) or found
    applied = before is not None or body["apply"]
    return answer(AdmissionOut().dump(admission_view(found, given, applied, language())))


@endpoint(blueprint, "DELETE", "/<event_id>/venues/<taken_id>", gives=None, status=204, fails=(409,))
def take_venue_back(query: dict[str, Any], event_id: str, taken_id: str) -> Response:
    """Remove a venue that was taken in, before the first round.

    Players who came only through it are deleted.
    """
    commands.take_venue_back(caller(), event_id, taken_id)
    return Response(status=204)
