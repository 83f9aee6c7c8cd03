"""Who one is, and one's own password."""

from __future__ import annotations

from typing import Any

from flask import Response
from sqlmodel import Session, col

from referee.accounts import passwords
from referee.accounts.credentials import revoke
from referee.accounts.people import locked
from referee.accounts.schemas import MeOut, OwnPasswordIn
from referee.core import audit
from referee.core.access.guard import form_token, own_session, somebody
from referee.core.access.principal import Principal
from referee.core.access.rates import LOG_IN
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.problems import Problem
from referee.core.service import service
from referee.models import Account, Credential

blueprint = StrictBlueprint("me", __name__, url_prefix="/api/v1/me", description="Oneself")


def as_json(who: Principal, account: Account | None) -> dict[str, Any]:
    """Who asks, as it is answered."""
    return {
        "account_id": who.account_id,
        "login": account.login if account else None,
        "name": who.author.name,
        "administrator": who.administrator,
        "language": who.language,
        "roles": {event: sorted(roles) for event, roles in who.roles.items()},
        "kind": who.kind,
        "credential_id": who.credential_id,
        "label": who.label,
        "expires_at": who.expires_at,
        "event_id": who.event_id,
        "table_id": who.table_id,
        "form_token": form_token(who),
    }


@endpoint(blueprint, "GET", "", gives=MeOut)
def show_me(query: dict[str, Any]) -> Response:
    """Who one is, what one may do where, and the form token of a browser's session."""
    who = somebody()
    with service().database.read() as session:
        account = session.get(Account, who.account_id) if who.account_id else None
    return answer(as_json(who, account))


def with_log_in(session: Session, who: Principal) -> Account:
    """One's own account, if it has a log-in name and a password.  Raises the problem ``own_log_in``."""
    account = locked(session, who.account_id or "")
    if account.login is None or account.password is None:
        raise Problem("own_log_in")
    return account


@endpoint(blueprint, "PUT", "/password", body=OwnPasswordIn, gives=None, status=204, fails=(401, 429))
def change_password(query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Change one's own password.  One's other sessions and programs end, for somebody may have known the old one."""
    who = own_session()
    now_here = service()
    now_here.limits.spend(LOG_IN, who.account_id or "")
    with now_here.database.read() as session:
        kept = with_log_in(session, who).password
    with passwords.place(known=True):
        if not passwords.matches(kept, body["old"]):
            raise Problem("wrong_password")
        fresh = passwords.hashed(body["new"])
    now = now_here.database.now()
    with now_here.database.write() as session:
        account = with_log_in(session, who)
        if account.password != kept:
            raise Problem("wrong_password")
        account.password = fresh
        session.add(account)
        audit.record(session, now, who, "account.password", f"account:{account.id}")
        revoke(
            session, now, col(Credential.account_id) == account.id, col(Credential.kind) != "device",
            col(Credential.id) != who.credential_id,
        )  # fmt: skip
    now_here.principals.forget()
    return Response(status=204)
