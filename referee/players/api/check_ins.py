"""Check-in: who is in the hall, by a tap on a row or by the player's QR code."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.core.access.scope import row_for
from referee.core.command import caller
from referee.core.http.download import SVG, qr_svg
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.models import Player
from referee.players import commands
from referee.players.queries import check_in_address, player_view
from referee.players.schemas import CheckedIn, CheckInIn, PlayerOut

blueprint = StrictBlueprint("check_ins", __name__, url_prefix="/api/v1", description="Check-in")


@endpoint(blueprint, "PUT", "/players/<player_id>/check-in", gives=PlayerOut)
def check_player_in(query: dict[str, Any], player_id: str) -> Response:
    """Note that a player is there; once more changes nothing."""
    return answer(PlayerOut().dump(commands.check_player_in(caller(), player_id).player))


@endpoint(blueprint, "DELETE", "/players/<player_id>/check-in", gives=PlayerOut)
def take_check_in_back(query: dict[str, Any], player_id: str) -> Response:
    """Take a check-in back."""
    return answer(PlayerOut().dump(commands.undo_check_in(caller(), player_id)))


@endpoint(blueprint, "POST", "/events/<event_id>/check-ins", body=CheckInIn, gives=CheckedIn)
def check_in_by_code(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Check in whoever's QR code was read; 404 `unknown_code` for a code that nobody of this event has."""
    done = commands.check_code_in(caller(), event_id, body["code"])
    return answer({**PlayerOut().dump(done.player), "already": done.already})


@endpoint(blueprint, "GET", "/players/<player_id>/qr.svg", gives=None, media=(SVG,))
def show_player_qr(query: dict[str, Any], player_id: str) -> Response:
    """The address of the page that checks the player in, as a QR code, an SVG image."""
    player, _ = row_for("player.read", Player, player_id)
    return Response(qr_svg(check_in_address(player_view(player))), content_type=SVG)
