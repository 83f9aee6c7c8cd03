"""The API of accounts, for administrators, of members of events with their roles, of private links and codes."""

from __future__ import annotations

from typing import Any

from flask import Response
from sqlmodel import Session, select

from referee.accounts.commands import accounts as commands
from referee.accounts.commands import invitations as inviting
from referee.accounts.commands.accounts import AccountMade
from referee.accounts.commands.members import give_role, take_role
from referee.accounts.commands.second_factor import reset_factor
from referee.accounts.invitations import is_over, link
from referee.accounts.queries import (
    AccountView,
    InvitationRow,
    InvitationView,
    MemberView,
    account_view,
    invitation_view,
)
from referee.accounts.queries import list_accounts as accounts_of
from referee.accounts.queries import list_invitations as invitations_of
from referee.accounts.queries import list_members as members_of
from referee.core.access.guard import allowed, require_principal
from referee.core.access.scope import table_for
from referee.core.command import caller
from referee.core.http.declared import dump, view_schema
from referee.core.http.endpoint import StrictBlueprint, endpoint, list_schema, operation
from referee.core.http.responses import SVG, answer, page, qr_svg
from referee.core.http.schemas import Page
from referee.core.problems import Problem
from referee.core.rows import get_row
from referee.core.service import service
from referee.models import Account, Invitation

blueprint = StrictBlueprint("accounts", __name__, url_prefix="/api/v1/accounts", description="Accounts")
members = StrictBlueprint(
    "members", __name__, url_prefix="/api/v1/events", description="Members of events and their roles"
)


AccountPage = list_schema(view_schema(AccountView), "AccountPage")
MemberPage = list_schema(view_schema(MemberView), "MemberPage")


@endpoint(blueprint, "GET", "", query=Page, gives=AccountPage)
def list_accounts(query: dict[str, Any]) -> Response:
    """List all accounts, newest first."""
    allowed("account.read")
    with service().database.read() as session:
        views = accounts_of(session, query["limit"] + 1, query.get("cursor"))
    return page(view_schema(AccountView), views, query["limit"])


@endpoint(blueprint, "POST", "", body=commands.CreateAccount, gives=AccountMade, status=201, fails=(409, 429))
def create_account(body: commands.CreateAccount) -> Response:
    """Create an account with a log-in name."""
    made = commands.create_account(caller(), body)
    return answer(dump(AccountMade, made), 201, headers={"Location": f"/api/v1/accounts/{made.id}"})


@endpoint(blueprint, "GET", "/<account_id>", gives=AccountView)
def show_account(account_id: str) -> AccountView:
    """Get an account."""
    allowed("account.read")
    with service().database.read() as session:
        account = get_row(session, Account, account_id)
    return account_view(account)


@endpoint(blueprint, "PATCH", "/<account_id>", body=commands.ChangeAccount, gives=AccountView, fails=(409,))
def change_account(body: commands.ChangeAccount, account_id: str) -> AccountView:
    """Change an account's name, log-in name or language, or whether it is an administrator, disabled, or needs a
    second factor.

    Disabling an account ends its sessions, programs and private links, and the devices that it bound; enabling it again
    does not bring them back.  A person who gets a log-in name needs a password next and no longer has a private link.
    """
    return commands.change_account(caller(), account_id, body)


operation(blueprint, "PUT", "/<account_id>/password", commands.set_password, fails=(409, 429))


@endpoint(blueprint, "DELETE", "/<account_id>/second-factor", gives=AccountView, fails=(409,))
def reset_second_factor(account_id: str) -> AccountView:
    """Take the second factor from somebody who has lost it.

    Their sessions and programs end.
    """
    return reset_factor(caller(), account_id)


@endpoint(members, "GET", "/<event_id>/members", query=Page, gives=MemberPage)
def list_members(query: dict[str, Any], event_id: str) -> Response:
    """List the people who have a role in an event, with their roles."""
    allowed("member.read", event_id)
    with service().database.read() as session:
        views = members_of(session, event_id, query["limit"] + 1, query.get("cursor"))
    return page(view_schema(MemberView), views, query["limit"], "account_id")


operation(members, "POST", "/<event_id>/members", give_role, status=201, fails=(409,))
operation(members, "DELETE", "/<event_id>/members/<account_id>/<role>", take_role)


invitations = StrictBlueprint(
    "invitations", __name__, url_prefix="/api/v1", description="Private links and table codes"
)


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


@endpoint(invitations, "GET", "/events/<event_id>/invitations", query=Page, gives=InvitationPage)
def list_invitations(query: dict[str, Any], event_id: str) -> Response:
    """List the invitations of an event, newest first, without their codes."""
    allowed("invitation.read", event_id)
    database = service().database
    with database.read() as session:
        views = invitations_of(session, event_id, database.now(), query["limit"] + 1, query.get("cursor"))
    return page(view_schema(InvitationRow), views, query["limit"])


@endpoint(invitations, "GET", "/invitations/<invitation_id>", gives=InvitationView)
def show_invitation(invitation_id: str) -> InvitationView:
    """Get an invitation with its code and address."""
    database = service().database
    with database.read() as session:
        found = invitation_for(session, invitation_id)
        return invitation_view(session, found, database.now())


@endpoint(invitations, "GET", "/invitations/<invitation_id>/qr.svg", gives=None, media=(SVG,), fails=(410,))
def show_qr(query: dict[str, Any], invitation_id: str) -> Response:
    """Get the address of an invitation as a QR code (SVG)."""
    database = service().database
    with database.read() as session:
        found = invitation_for(session, invitation_id)
    if is_over(found, database.now()):
        raise Problem("invitation_over")
    return Response(qr_svg(link(found)), content_type=SVG)


operation(invitations, "POST", "/invitations/<invitation_id>/renew", inviting.renew_invitation)
operation(invitations, "POST", "/invitations/<invitation_id>/revoke", inviting.revoke_invitation)


@endpoint(invitations, "GET", "/tables/<table_id>/code", gives=InvitationView)
def show_code(table_id: str) -> InvitationView:
    """Get the code of a table, for the tablets there."""
    table_for("invitation.read", table_id)
    database = service().database
    with database.read() as session:
        found = session.exec(select(Invitation).where(Invitation.table_id == table_id)).one_or_none()
        if found is None:
            raise Problem("not_found", path=table_id)
        return invitation_view(session, found, database.now())


operation(invitations, "POST", "/tables/<table_id>/code", inviting.make_code, status=201)
operation(invitations, "PATCH", "/tables/<table_id>/code", inviting.change_code)
