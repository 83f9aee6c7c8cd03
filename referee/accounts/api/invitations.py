"""Invitations: private links of helpers and codes of tables."""

from __future__ import annotations

import io
from typing import Any

import segno
from flask import Response
from sqlmodel import Session, col, select

from referee.accounts import device_codes as table_codes
from referee.accounts.credentials import code, revoke
from referee.accounts.invitations import is_over, link, renew
from referee.accounts.schemas import CodeChange, CodeIn, InvitationOut, InvitationPage, RenewIn, RevokeIn
from referee.core import audit
from referee.core.access.guard import allowed, somebody
from referee.core.access.principal import Principal
from referee.core.access.scope import table_for
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer, page
from referee.core.http.schemas import Page
from referee.core.problems import Problem
from referee.core.service import service
from referee.models import Account, Credential, GameTable, Invitation

blueprint = StrictBlueprint("invitations", __name__, url_prefix="/api/v1", description="Private links and table codes")

HOUR = 60 * 60 * 1000


def as_row(session: Session, invitation: Invitation, now: int) -> dict[str, Any]:
    """An invitation as it is listed, without its code."""
    account = session.get(Account, invitation.account_id) if invitation.account_id else None
    table = session.get(GameTable, invitation.table_id) if invitation.table_id else None
    return {
        "id": invitation.id,
        "event_id": invitation.event_id,
        "kind": "person" if account else "table",
        "account_id": invitation.account_id,
        "name": account.name if account else None,
        "table_id": invitation.table_id,
        "table_number": table.number if table else None,
        "turn": invitation.turn,
        "devices": invitation.devices,
        "created_at": invitation.created_at,
        "expires_at": invitation.expires_at,
        "revoked_at": invitation.revoked_at,
        "over": is_over(invitation, now),
    }


def as_json(session: Session, invitation: Invitation, now: int) -> dict[str, Any]:
    """An invitation with its code."""
    over = is_over(invitation, now)
    return {
        **as_row(session, invitation, now),
        "code": None if over else code(service().settings.secret, invitation),
        "url": None if over else link(invitation),
    }


def invitation_for(session: Session, invitation_id: str, change: bool) -> tuple[Invitation, Principal]:
    """The invitation, and who asks, if they may see its code or change it.

    Whoever holds a person's code is that person: it takes the right to give roles, or a head judge could become what
    an organizer's helper is.  Raises the problems ``unknown_person``, ``not_allowed`` and ``not_found``.
    """
    somebody()
    found = session.get(Invitation, invitation_id, with_for_update=change)
    if found is None:
        raise Problem("not_found", path=invitation_id)
    right = "invitation.change" if change else "invitation.read"
    return found, allowed("member.change" if found.account_id else right, found.event_id)


@endpoint(blueprint, "GET", "/events/<event_id>/invitations", query=Page, gives=InvitationPage)
def list_invitations(query: dict[str, Any], event_id: str) -> Response:
    """The invitations of an event, without their codes, the latest first."""
    allowed("invitation.read", event_id)
    database = service().database
    now = database.now()
    wanted = (
        select(Invitation)
        .where(Invitation.event_id == event_id)
        .order_by(col(Invitation.id).desc())
        .limit(query["limit"] + 1)
    )
    if "cursor" in query:
        wanted = wanted.where(Invitation.id < query["cursor"])
    with database.read() as session:
        rows = [as_row(session, each, now) for each in session.exec(wanted)]
    return answer(page(rows, query["limit"], lambda row: str(row["id"])))


@endpoint(blueprint, "GET", "/invitations/<invitation_id>", gives=InvitationOut)
def show_invitation(query: dict[str, Any], invitation_id: str) -> Response:
    """An invitation with its code and address."""
    database = service().database
    with database.read() as session:
        found, _ = invitation_for(session, invitation_id, False)
        return answer(as_json(session, found, database.now()))


@endpoint(blueprint, "GET", "/invitations/<invitation_id>/qr.svg", gives=None, media=("image/svg+xml",), fails=(410,))
def show_qr(query: dict[str, Any], invitation_id: str) -> Response:
    """The address of an invitation as a QR code, an SVG image."""
    database = service().database
    with database.read() as session:
        found, _ = invitation_for(session, invitation_id, False)
    if is_over(found, database.now()):
        raise Problem("invitation_over")
    drawn = io.BytesIO()
    code_image = segno.make(link(found), micro=False, error="m")
    code_image.save(drawn, kind="svg", scale=6, xmldecl=False, dark="#000", light="#fff")
    return Response(drawn.getvalue(), content_type="image/svg+xml")


@endpoint(blueprint, "POST", "/invitations/<invitation_id>/renew", body=RenewIn, gives=InvitationOut)
def renew_invitation(query: dict[str, Any], body: dict[str, Any], invitation_id: str) -> Response:
    """Give an invitation a new code, also one that is over; the old code opens nothing any more."""
    database = service().database
    now = database.now()
    with database.write() as session:
        found, who = invitation_for(session, invitation_id, True)
        audit.record(session, now, who, "invitation.renew", f"invitation:{found.id}", found.event_id, **body)
        renew(session, now, found, body["hours"] * HOUR, end_access=body["end_access"])
        shown = as_json(session, found, now)
    service().principals.forget()
    return answer(shown)


@endpoint(blueprint, "POST", "/invitations/<invitation_id>/revoke", body=RevokeIn, gives=InvitationOut)
def revoke_invitation(query: dict[str, Any], body: dict[str, Any], invitation_id: str) -> Response:
    """End an invitation."""
    database = service().database
    now = database.now()
    with database.write() as session:
        found, who = invitation_for(session, invitation_id, True)
        audit.record(session, now, who, "invitation.revoke", f"invitation:{found.id}", found.event_id, **body)
        found.revoked_at = found.revoked_at or now
        session.add(found)
        if body["end_access"]:
            revoke(session, now, col(Credential.invitation_id) == found.id)
        shown = as_json(session, found, now)
    service().principals.forget()
    return answer(shown)


@endpoint(blueprint, "GET", "/tables/<table_id>/code", gives=InvitationOut)
def show_code(query: dict[str, Any], table_id: str) -> Response:
    """The code of a table, for the tablets at it."""
    table_for("invitation.read", table_id)
    database = service().database
    with database.read() as session:
        found = session.exec(select(Invitation).where(Invitation.table_id == table_id)).one_or_none()
        if found is None:
            raise Problem("not_found", path=table_id)
        return answer(as_json(session, found, database.now()))


@endpoint(blueprint, "POST", "/tables/<table_id>/code", body=CodeIn, gives=InvitationOut, status=201)
def make_code(query: dict[str, Any], body: dict[str, Any], table_id: str) -> Response:
    """Make a code for a table, or a new one in place of the one there is; the devices that came by that one end."""
    _, who = table_for("invitation.change", table_id)
    database = service().database
    now = database.now()
    with database.write() as session:
        # Held: one code for a table, however many ask at once.
        table = session.get_one(GameTable, table_id, with_for_update=True)
        shown = as_json(session, table_codes.make_code(session, now, table, who, body["hours"] * HOUR), now)
    service().principals.forget()
    return answer(shown, 201)


@endpoint(blueprint, "PATCH", "/tables/<table_id>/code", body=CodeChange, gives=InvitationOut)
def change_code(query: dict[str, Any], body: dict[str, Any], table_id: str) -> Response:
    """Say how many devices the code of a table binds at a time.  Those that are bound stay until they are ended."""
    table, who = table_for("invitation.change", table_id)
    database = service().database
    now = database.now()
    with database.write() as session:
        shown = as_json(session, table_codes.allow_devices(session, now, table, body["devices"], who), now)
    return answer(shown)
