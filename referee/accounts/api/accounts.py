"""The API of accounts, for administrators, and of the members of events with their roles."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.accounts.commands import accounts as commands
from referee.accounts.commands.accounts import AccountMade
from referee.accounts.commands.members import give_role, take_role
from referee.accounts.commands.second_factor import reset_factor
from referee.accounts.queries import AccountView, MemberView, account_view
from referee.accounts.queries import list_accounts as accounts_of
from referee.accounts.queries import list_members as members_of
from referee.core.access.guard import allowed
from referee.core.command import caller
from referee.core.http.answers import list_schema
from referee.core.http.declared import dump, view_schema
from referee.core.http.endpoint import StrictBlueprint, endpoint, operation
from referee.core.http.responses import answer, page
from referee.core.http.schemas import Page
from referee.core.rows import get_row
from referee.core.service import service
from referee.models import Account

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
