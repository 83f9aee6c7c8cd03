"""API: an event's public pages, its notices, and the links to its players' private pages."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.core.access.scope import event_for, row_for
from referee.core.command import caller
from referee.core.http.download import SVG, qr_svg
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.service import service
from referee.models import Player
from referee.players.commands import renew_link
from referee.players.link import link, turns
from referee.public import commands
from referee.public.schemas import PlayerLinkOut, PublicIn, PublicNoticeIn, PublicNoticeOut, PublicNoticePage, PublicOut
from referee.public.settings import notices, public_view

blueprint = StrictBlueprint("public_api", __name__, url_prefix="/api/v1", description="Public pages")


@endpoint(blueprint, "GET", "/events/<event_id>/public", gives=PublicOut)
def show_public(query: dict[str, Any], event_id: str) -> Response:
    """Get whether an event has public pages, where they are, and what they show."""
    event_for("event.read", event_id)
    with service().database.read() as session:
        view = public_view(session, event_id)
    return answer(PublicOut().dump(view))


@endpoint(blueprint, "PUT", "/events/<event_id>/public", body=PublicIn, gives=PublicOut, fails=(409,))
def change_public(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Open or close an event's public pages, and choose what they show.

    Only published information is ever shown, with one exception: with ``live``, a table's page shows its game as it
    stands.
    """
    return answer(PublicOut().dump(commands.change_public(caller(), event_id, commands.ChangePublic(**body))))


@endpoint(blueprint, "GET", "/events/<event_id>/notices", gives=PublicNoticePage)
def list_notices(query: dict[str, Any], event_id: str) -> Response:
    """List the notices of an event that have not been withdrawn."""
    event_for("standings.read", event_id)
    with service().database.read() as session:
        body = PublicNoticePage().dump({"rows": notices(session, event_id), "next": None})
    return answer(body)


@endpoint(blueprint, "POST", "/events/<event_id>/notices", body=PublicNoticeIn, gives=PublicNoticeOut, status=201)
def make_notice(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Publish a notice on the public pages, or on one player's private page."""
    notice = commands.make_notice(caller(), event_id, body["text"], body["player"])
    return answer(PublicNoticeOut().dump(notice), 201)


@endpoint(blueprint, "DELETE", "/notices/<notice_id>", gives=PublicNoticeOut)
def withdraw_notice(query: dict[str, Any], notice_id: str) -> Response:
    """Withdraw a notice."""
    return answer(PublicNoticeOut().dump(commands.withdraw_notice(caller(), notice_id)))


@endpoint(blueprint, "GET", "/players/<player_id>/link", gives=PlayerLinkOut)
def show_player_link(query: dict[str, Any], player_id: str) -> Response:
    """Get the link to a player's private page."""
    return answer(PlayerLinkOut().dump({"player": player_id, "url": link_of(player_id)}))


@endpoint(blueprint, "POST", "/players/<player_id>/link", gives=PlayerLinkOut)
def renew_player_link(query: dict[str, Any], player_id: str) -> Response:
    """Create a new link to a player's private page.

    The old link stops working.
    """
    return answer(PlayerLinkOut().dump({"player": player_id, "url": renew_link(caller(), player_id)}))


@endpoint(blueprint, "GET", "/players/<player_id>/link/qr.svg", gives=None, media=(SVG,))
def show_player_link_qr(query: dict[str, Any], player_id: str) -> Response:
    """Get the link to a player's private page as a QR code (SVG)."""
    return Response(qr_svg(link_of(player_id)), content_type=SVG)


def link_of(player_id: str) -> str:
    """The link to a player's private page.

    Raises the problems ``unknown_person``, ``not_allowed`` and ``not_found``.
    """
    player, _ = row_for("invitation.read", Player, player_id)
    with service().database.read() as session:
        return link(player.id, turns(session, player.event_id))
