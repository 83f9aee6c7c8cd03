"""Invitations: private links of helpers and codes of tables."""

from __future__ import annotations

from typing import Any

from flask import Response
from sqlmodel import Session, select

from referee.accounts.commands import invitations as commands
from referee.accounts.invitations import is_over, link
from referee.accounts.queries import InvitationRow, InvitationView, invitation_view
from referee.accounts.queries import list_invitations as invitations_of
from referee.core.access.guard import allowed, require_principal
from referee.core.access.scope import table_for
from referee.core.http.answers import list_schema
from referee.core.http.declared import view_schema
from referee.core.http.download import SVG, qr_svg
from referee.core.http.endpoint import StrictBlueprint, endpoint, operation
from referee.core.http.responses import page
from referee.core.http.schemas import Page
from referee.core.problems import Problem
from referee.core.rows import get_row
from referee.core.service import service
from referee.models import Invitation

blueprint = StrictBlueprint("invitations", __name__, url_prefix="/api/v1", description="Private links and table codes")


InvitationPage = list_schema(view_schema(InvitationRow), "InvitationPage")


def invitation_for(session: Session, invitation_id: str) -> Invitation:
    """Return the invitation if the caller may see its code.

    Whoever holds a person's code can act as that person, so seeing it needs the right to give roles.  Raises the
    problems ``unknown_person``, ``not_allowed`` and ``not_found``.
    """
    require_principal()
    found = get_row(session, Invitation, invitation_id)
    allowed("member.change" if found.account_id else "invitation.read", found.event_id)
    return found


@endpoint(blueprint, "GET", "/events/<event_id>/invitations", query=Page, gives=InvitationPage)
def list_invitations(query: dict[str, Any], event_id: str) -> Response:
    """List the invitations of an event, newest first, without their codes."""
    allowed("invitation.read", event_id)
    database = service().database
    with database.read() as session:
        views = invitations_of(session, event_id, database.now(), query["limit"] + 1, query.get("cursor"))
    return page(view_schema(InvitationRow), views, query["limit"])


@endpoint(blueprint, "GET", "/invitations/<invitation_id>", gives=InvitationView)
def show_invitation(invitation_id: str) -> InvitationView:
    """Get an invitation with its code and address."""
    database = service().database
    with database.read() as session:
        found = invitation_for(session, invitation_id)
        return invitation_view(session, found, database.now())


@endpoint(blueprint, "GET", "/invitations/<invitation_id>/qr.svg", gives=None, media=(SVG,), fails=(410,))
def show_qr(query: dict[str, Any], invitation_id: str) -> Response:
    """Get the address of an invitation as a QR code (SVG)."""
    database = service().database
    with database.read() as session:
        found = invitation_for(session, invitation_id)
    if is_over(found, database.now()):
        raise Problem("invitation_over")
    return Response(qr_svg(link(found)), content_type=SVG)


operation(blueprint, "POST", "/invitations/<invitation_id>/renew", commands.renew_invitation)
operation(blueprint, "POST", "/invitations/<invitation_id>/revoke", commands.revoke_invitation)


@endpoint(blueprint, "GET", "/tables/<table_id>/code", gives=InvitationView)
def show_code(table_id: str) -> InvitationView:
    """Get the code of a table, for the tablets there."""
    table_for("invitation.read", table_id)
    database = service().database
    with database.read() as session:
        found = session.exec(select(Invitation).where(Invitation.table_id == table_id)).one_or_none()
        if found is None:
            raise Problem("not_found", path=table_id)
        return invitation_view(session, found, database.now())


operation(blueprint, "POST", "/tables/<table_id>/code", commands.make_code, status=201)
operation(blueprint, "PATCH", "/tables/<table_id>/code", commands.change_code)
