"""Accounts: people, for administrators."""

from __future__ import annotations

from typing import Any

from flask import Response
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select

from referee.accounts import passwords
from referee.accounts.credentials import revoke
from referee.accounts.people import keep_an_administrator, locked, rights_changed, shut_out
from referee.accounts.schemas import AccountChange, AccountIn, AccountMade, AccountOut, AccountPage, PasswordIn
from referee.core import audit
from referee.core.access.guard import allowed
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer, page
from referee.core.http.schemas import Page
from referee.core.problems import Problem
from referee.core.service import service
from referee.models import Account, Credential

blueprint = StrictBlueprint("accounts", __name__, url_prefix="/api/v1/accounts", description="People")


def as_json(account: Account) -> dict[str, Any]:
    """An account as it is answered."""
    return {
        "id": account.id,
        "login": account.login,
        "name": account.name,
        "administrator": account.administrator,
        "language": account.language,
        "created_at": account.created_at,
        "disabled_at": account.disabled_at,
    }


@endpoint(blueprint, "GET", "", query=Page, gives=AccountPage)
def list_accounts(query: dict[str, Any]) -> Response:
    """All accounts, the latest first."""
    allowed("account.read")
    wanted = select(Account).order_by(col(Account.id).desc()).limit(query["limit"] + 1)
    if "cursor" in query:
        wanted = wanted.where(Account.id < query["cursor"])
    with service().database.read() as session:
        rows = [as_json(account) for account in session.exec(wanted)]
    return answer(page(rows, query["limit"], lambda row: str(row["id"])))


@endpoint(blueprint, "POST", "", body=AccountIn, gives=AccountMade, status=201, fails=(409, 429))
def create_account(query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Make an account with a log-in."""
    who = allowed("account.change")
    database = service().database
    generated = None if "password" in body else passwords.generated()
    with passwords.place(known=True):
        kept = passwords.hashed(generated or body["password"])
    now = database.now()
    account = Account(
        login=body["login"], name=body["name"], password=kept, administrator=body["administrator"],
        language=body["language"], created_at=now,
    )  # fmt: skip
    try:
        with database.write() as session:
            session.add(account)
            session.flush()
            shown = {name: body[name] for name in ("login", "name", "administrator")}
            audit.record(session, now, who, "account.create", f"account:{account.id}", **shown)
    except IntegrityError as error:
        raise Problem("conflict", what=body["login"]) from error
    made = {**as_json(account), "password": generated}
    return answer(made, 201, headers={"Location": f"/api/v1/accounts/{account.id}"})


@endpoint(blueprint, "GET", "/<account_id>", gives=AccountOut)
def show_account(query: dict[str, Any], account_id: str) -> Response:
    """An account."""
    allowed("account.read")
    with service().database.read() as session:
        account = session.get(Account, account_id)
    if account is None:
        raise Problem("not_found", path=account_id)
    return answer(as_json(account))


@endpoint(blueprint, "PATCH", "/<account_id>", body=AccountChange, gives=AccountOut, fails=(409,))
def change_account(query: dict[str, Any], body: dict[str, Any], account_id: str) -> Response:
    """Change an account: its name, log-in name, language, whether it is an administrator, whether it is disabled.

    Disabling ends its sessions, programs and private links, and the devices that it bound; they do not come back.
    Somebody who gets a log-in name needs a password next, and no private link any more.
    """
    who = allowed("account.change")
    database = service().database
    now = database.now()
    try:
        with database.write() as session:
            account = locked(session, account_id)
            audit.record(session, now, who, "account.change", f"account:{account_id}", **body)
            disabled = body.get("disabled", account.disabled_at is not None)
            administrator = body.get("administrator", account.administrator)
            if administrator and body.get("login", account.login) is None:
                raise Problem("no_log_in_name")
            if account.administrator and (disabled or not administrator):
                keep_an_administrator(session, account)
            if disabled or (account.login is None and "login" in body):
                shut_out(session, now, account_id)
            elif administrator != account.administrator:
                rights_changed(session, account_id)
            account.login = body.get("login", account.login)
            account.name = body.get("name", account.name)
            account.language = body.get("language", account.language)
            account.administrator = administrator
            account.disabled_at = (account.disabled_at or now) if disabled else None
            session.add(account)
    except IntegrityError as error:
        raise Problem("conflict", what=body["login"]) from error
    service().principals.forget()
    return answer(as_json(account))


@endpoint(blueprint, "PUT", "/<account_id>/password", body=PasswordIn, gives=AccountMade, fails=(409, 429))
def set_password(query: dict[str, Any], body: dict[str, Any], account_id: str) -> Response:
    """Give an account another password.  Its sessions and programs end."""
    who = allowed("account.change")
    database = service().database
    generated = None if "password" in body else passwords.generated()
    with passwords.place(known=True):
        kept = passwords.hashed(generated or body["password"])
    now = database.now()
    with database.write() as session:
        account = locked(session, account_id)
        if account.login is None:
            raise Problem("no_log_in_name")
        account.password = kept
        session.add(account)
        audit.record(session, now, who, "account.password", f"account:{account_id}")
        revoke(session, now, col(Credential.account_id) == account_id, col(Credential.kind) != "device")
    service().principals.forget()
    return answer({**as_json(account), "password": generated})
