"""Check-in: who is in the hall, by a tap on a row or by the player's QR code."""

from __future__ import annotations

import io
from typing import Any

import segno
from flask import Response

from referee.core.access.guard import allowed
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.service import service
from referee.events.queries import player_of
from referee.players.api.players import as_json, player_for
from referee.players.commands import address_of, check_in, of_code, undo_check_in
from referee.players.schemas import CheckedIn, CheckInIn, PlayerOut

blueprint = StrictBlueprint("check_ins", __name__, url_prefix="/api/v1", description="Check-in")


@endpoint(blueprint, "PUT", "/players/<player_id>/check-in", gives=PlayerOut)
def check_player_in(query: dict[str, Any], player_id: str) -> Response:
    """Note that a player is there; once more changes nothing."""
    return answer(turned(player_id, here=True))


@endpoint(blueprint, "DELETE", "/players/<player_id>/check-in", gives=PlayerOut)
def take_check_in_back(query: dict[str, Any], player_id: str) -> Response:
    """Take a check-in back."""
    return answer(turned(player_id, here=False))


def turned(player_id: str, *, here: bool) -> dict[str, Any]:
    """Note that a player is there, or is not; the player as answered."""
    database = service().database
    now = database.now()
    with database.write() as session:
        _, who = player_for(session, player_id, "player.check_in")
        if here:
            check_in(session, now, who, player_id, "row")
        else:
            undo_check_in(session, now, who, player_id)
        player = player_of(session, player_id)
    service().bus.publish(player.event_id)
    return as_json(player)


@endpoint(blueprint, "POST", "/events/<event_id>/check-ins", body=CheckInIn, gives=CheckedIn)
def check_in_by_code(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Check in whoever's QR code was read; 404 `unknown_code` for a code that nobody of this event has."""
    who = allowed("player.check_in", event_id)
    database = service().database
    now = database.now()
    with database.write() as session:
        player = of_code(session, event_id, body["code"])
        new = check_in(session, now, who, player.id, "code")
    service().bus.publish(event_id)
    return answer({**as_json(player), "already": not new})


@endpoint(blueprint, "GET", "/players/<player_id>/qr.svg", gives=None, media=("image/svg+xml",))
def show_player_qr(query: dict[str, Any], player_id: str) -> Response:
    """The address of the page that checks the player in, as a QR code, an SVG image."""
    with service().database.read() as session:
        player, _ = player_for(session, player_id, "player.read")
    drawn = io.BytesIO()
    code = segno.make(address_of(player), micro=False, error="m")
    code.save(drawn, kind="svg", scale=6, xmldecl=False, dark="#000", light="#fff")
    return Response(drawn.getvalue(), content_type="image/svg+xml")
