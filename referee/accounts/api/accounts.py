"""Accounts: people, for administrators."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.accounts.commands import accounts as commands
from referee.accounts.queries import account_view
from referee.accounts.queries import list_accounts as accounts_of
from referee.accounts.schemas import AccountChange, AccountIn, AccountMade, AccountOut, AccountPage, PasswordIn
from referee.core.access.guard import allowed
from referee.core.command import caller
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer, page
from referee.core.http.schemas import Page
from referee.core.problems import Problem
from referee.core.service import service
from referee.models import Account

blueprint = StrictBlueprint("accounts", __name__, url_prefix="/api/v1/accounts", description="People")


def with_password(made: commands.WithPassword) -> dict[str, Any]:
    """An account with the password that was generated for it."""
    return {**AccountOut().dump(made.account), "password": made.password}


@endpoint(blueprint, "GET", "", query=Page, gives=AccountPage)
def list_accounts(query: dict[str, Any]) -> Response:
    """All accounts, the latest first."""
    allowed("account.read")
    with service().database.read() as session:
        views = accounts_of(session, query["limit"] + 1, query.get("cursor"))
    rows = AccountOut(many=True).dump(views)
    return answer(page(rows, query["limit"], lambda row: str(row["id"])))


@endpoint(blueprint, "POST", "", body=AccountIn, gives=AccountMade, status=201, fails=(409, 429))
def create_account(query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Make an account with a log-in."""
    made = commands.create_account(caller(), commands.CreateAccount(**body))
    return answer(with_password(made), 201, headers={"Location": f"/api/v1/accounts/{made.account.id}"})


@endpoint(blueprint, "GET", "/<account_id>", gives=AccountOut)
def show_account(query: dict[str, Any], account_id: str) -> Response:
    """An account."""
    allowed("account.read")
    with service().database.read() as session:
        account = session.get(Account, account_id)
    if account is None:
        raise Problem("not_found", path=account_id)
    return answer(AccountOut().dump(account_view(account)))


@endpoint(blueprint, "PATCH", "/<account_id>", body=AccountChange, gives=AccountOut, fails=(409,))
def change_account(query: dict[str, Any], body: dict[str, Any], account_id: str) -> Response:
    """Change an account: its name, log-in name, language, whether it is an administrator, whether it is disabled.

    Disabling ends its sessions, programs and private links, and the devices that it bound; they do not come back.
    Somebody who gets a log-in name needs a password next, and no private link any more.
    """
    return answer(AccountOut().dump(commands.change_account(caller(), account_id, commands.ChangeAccount(**body))))


@endpoint(blueprint, "PUT", "/<account_id>/password", body=PasswordIn, gives=AccountMade, fails=(409, 429))
def set_password(query: dict[str, Any], body: dict[str, Any], account_id: str) -> Response:
    """Give an account another password.  Its sessions and programs end."""
    return answer(with_password(commands.set_password(caller(), account_id, body.get("password"))))
