"""The API of accounts, for administrators, and of the members of events with their roles."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.accounts.commands import accounts as commands
from referee.accounts.commands.members import GiveRole
from referee.accounts.commands.members import give_role as give
from referee.accounts.commands.members import take_role as take
from referee.accounts.commands.second_factor import reset_factor
from referee.accounts.queries import account_view
from referee.accounts.queries import list_accounts as accounts_of
from referee.accounts.queries import list_members as members_of
from referee.accounts.schemas import (
    AccountChange,
    AccountIn,
    AccountMade,
    AccountOut,
    AccountPage,
    InvitationOut,
    MemberIn,
    MemberMade,
    MemberOut,
    MemberPage,
    PasswordIn,
)
from referee.core.access.guard import allowed
from referee.core.command import caller
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer, page
from referee.core.http.schemas import Page
from referee.core.rows import get_row
from referee.core.service import service
from referee.models import Account

blueprint = StrictBlueprint("accounts", __name__, url_prefix="/api/v1/accounts", description="Accounts")
members = StrictBlueprint(
    "members", __name__, url_prefix="/api/v1/events", description="Members of events and their roles"
)


def with_password(created: commands.WithPassword) -> dict[str, Any]:
    """An account as JSON, with the password that was generated for it."""
    return {**AccountOut().dump(created.account), "password": created.password}


@endpoint(blueprint, "GET", "", query=Page, gives=AccountPage)
def list_accounts(query: dict[str, Any]) -> Response:
    """List all accounts, newest first."""
    allowed("account.read")
    with service().database.read() as session:
        views = accounts_of(session, query["limit"] + 1, query.get("cursor"))
    return page(AccountOut, views, query["limit"])


@endpoint(blueprint, "POST", "", body=AccountIn, gives=AccountMade, status=201, fails=(409, 429))
def create_account(query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Create an account with a log-in name."""
    created = commands.create_account(caller(), commands.CreateAccount(**body))
    return answer(with_password(created), 201, headers={"Location": f"/api/v1/accounts/{created.account.id}"})


@endpoint(blueprint, "GET", "/<account_id>", gives=AccountOut)
def show_account(query: dict[str, Any], account_id: str) -> Response:
    """Get an account."""
    allowed("account.read")
    with service().database.read() as session:
        account = get_row(session, Account, account_id)
    return answer(AccountOut().dump(account_view(account)))


@endpoint(blueprint, "PATCH", "/<account_id>", body=AccountChange, gives=AccountOut, fails=(409,))
def change_account(query: dict[str, Any], body: dict[str, Any], account_id: str) -> Response:
    """Change an account's name, log-in name or language, or whether it is an administrator, disabled, or needs a
    second factor.

    Disabling an account ends its sessions, programs and private links, and the devices that it bound; enabling it again
    does not bring them back.  A person who gets a log-in name needs a password next and no longer has a private link.
    """
    return answer(AccountOut().dump(commands.change_account(caller(), account_id, commands.ChangeAccount(**body))))


@endpoint(blueprint, "PUT", "/<account_id>/password", body=PasswordIn, gives=AccountMade, fails=(409, 429))
def set_password(query: dict[str, Any], body: dict[str, Any], account_id: str) -> Response:
    """Set an account's password.

    Its sessions and programs end.
    """
    return answer(with_password(commands.set_password(caller(), account_id, body.get("password"))))


@endpoint(blueprint, "DELETE", "/<account_id>/second-factor", gives=AccountOut, fails=(409,))
def reset_second_factor(query: dict[str, Any], account_id: str) -> Response:
    """Take the second factor from somebody who has lost it.

    Their sessions and programs end.
    """
    return answer(AccountOut().dump(reset_factor(caller(), account_id)))


@endpoint(members, "GET", "/<event_id>/members", query=Page, gives=MemberPage)
def list_members(query: dict[str, Any], event_id: str) -> Response:
    """List the people who have a role in an event, with their roles."""
    allowed("member.read", event_id)
    with service().database.read() as session:
        views = members_of(session, event_id, query["limit"] + 1, query.get("cursor"))
    return page(MemberOut, views, query["limit"], "account_id")


@endpoint(members, "POST", "/<event_id>/members", body=MemberIn, gives=MemberMade, status=201, fails=(409,))
def give_role(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Give somebody a role in an event.

    A new person given by name only gets a private link instead of a log-in.
    """
    created = give(caller(), GiveRole(event_id, **body))
    invitation = InvitationOut().dump(created.invitation) if created.invitation else None
    return answer({**MemberOut().dump(created.member), "invitation": invitation}, 201)


@endpoint(members, "DELETE", "/<event_id>/members/<account_id>/<role>", gives=None, status=204)
def take_role(query: dict[str, Any], event_id: str, account_id: str, role: str) -> Response:
    """Take a role away from somebody.

    A helper without a log-in who loses the last role also loses the private link.
    """
    take(caller(), event_id, account_id, role)
    return Response(status=204)
