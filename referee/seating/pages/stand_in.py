"""Stand-ins: the forms on the page of a player."""

from __future__ import annotations

from flask import Blueprint, request

from referee.core.command import caller
from referee.core.pages.forms import asked, form_view
from referee.players.pages.player import allow_change, page
from referee.seating.stand_in import GiveSeatBack, NameStandIn, give_seat_back, name_stand_in

blueprint = Blueprint("stand_in", __name__)


@blueprint.post("/events/<event_id>/players/<player_id>/stand-in")
@form_view(page)
def post_stand_in(event_id: str, player_id: str) -> str:
    """Name somebody who keeps the player's seat."""
    address = allow_change(event_id, player_id)
    name_stand_in(caller(), player_id, asked(NameStandIn, request.form))
    return address


@blueprint.post("/events/<event_id>/players/<player_id>/stand-in/end")
@form_view(page)
def post_end(event_id: str, player_id: str) -> str:
    address = allow_change(event_id, player_id)
    give_seat_back(caller(), player_id, asked(GiveSeatBack, request.form))
    return address
