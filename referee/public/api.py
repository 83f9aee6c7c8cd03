"""API: an event's public pages, its notices, and the links to its players' private pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Response

from referee.core.access.scope import event_for, row_for
from referee.core.command import caller
from referee.core.http.endpoint import StrictBlueprint, endpoint, operation
from referee.core.http.responses import SVG, qr_svg
from referee.core.service import service
from referee.models import Player
from referee.players.commands import renew_link
from referee.players.link import link, turns
from referee.public import commands
from referee.public.settings import PublicNoticeView, PublicView, notices, public_view

blueprint = StrictBlueprint("public_api", __name__, url_prefix="/api/v1", description="Public pages")


@dataclass(frozen=True, slots=True)
class PublicNoticePage:
    """The notices of an event."""

    rows: Sequence[PublicNoticeView]
    next: str | None = None


@dataclass(frozen=True, slots=True)
class PlayerLinkView:
    """The link to a player's private page."""

    player: str
    url: str


@endpoint(blueprint, "GET", "/events/<event_id>/public", gives=PublicView)
def show_public(event_id: str) -> PublicView:
    """Get whether an event has public pages, where they are, and what they show."""
    event_for("event.read", event_id)
    with service().database.read() as session:
        return public_view(session, event_id)


operation(blueprint, "PUT", "/events/<event_id>/public", commands.change_public, fails=(409,))


@endpoint(blueprint, "GET", "/events/<event_id>/notices", gives=PublicNoticePage)
def list_notices(event_id: str) -> PublicNoticePage:
    """List the notices of an event that have not been withdrawn."""
    event_for("standings.read", event_id)
    with service().database.read() as session:
        return PublicNoticePage(notices(session, event_id))


operation(blueprint, "POST", "/events/<event_id>/notices", commands.make_notice, status=201)
operation(blueprint, "DELETE", "/notices/<notice_id>", commands.withdraw_notice)


@endpoint(blueprint, "GET", "/players/<player_id>/link", gives=PlayerLinkView)
def show_player_link(player_id: str) -> PlayerLinkView:
    """Get the link to a player's private page."""
    return PlayerLinkView(player_id, link_of(player_id))


@endpoint(blueprint, "POST", "/players/<player_id>/link", gives=PlayerLinkView)
def renew_player_link(player_id: str) -> PlayerLinkView:
    """Create a new link to a player's private page.

    The old link stops working.
    """
    return PlayerLinkView(player_id, renew_link(caller(), player_id))


@endpoint(blueprint, "GET", "/players/<player_id>/link/qr.svg", gives=None, media=(SVG,))
def show_player_link_qr(player_id: str) -> Response:
    """Get the link to a player's private page as a QR code (SVG)."""
    return Response(qr_svg(link_of(player_id)), content_type=SVG)


def link_of(player_id: str) -> str:
    """The link to a player's private page.

    Raises the problems ``unknown_person``, ``not_allowed`` and ``not_found``.
    """
    player, _ = row_for("invitation.read", Player, player_id)
    with service().database.read() as session:
        return link(player.id, turns(session, player.event_id))
