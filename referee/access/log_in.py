"""Logging in with a name and a password, and logging out."""

from __future__ import annotations

from flask import request
from sqlmodel import Session, col

from referee import audit
from referee.access import passwords
from referee.access.accounts import folded, locked, of_login
from referee.access.credentials import SESSION_SPAN, issue, revoke
from referee.access.limits import LOG_IN, LOG_IN_ADDRESS
from referee.access.principal import Principal
from referee.log.chain import Author
from referee.models import Credential
from referee.problems import Problem
from referee.service import service


def log_in(login: str, password: str) -> tuple[str, Credential]:
    """A new session: its token, and what is kept of it.

    Raises the problems ``wrong_password`` (also for a log-in name that there is not, after as much time) and
    ``too_many``.
    """
    now_here = service()
    address = request.remote_addr or ""
    now_here.limits.spend(LOG_IN, address, folded(login))
    now_here.limits.spend(LOG_IN_ADDRESS, address)
    database = now_here.database
    with database.read() as session:
        account = of_login(session, login)
    kept = account.password if account is not None and account.disabled_at is None else None
    if not passwords.matches(kept, password) or account is None or kept is None:
        raise Problem("wrong_password")
    newer = passwords.hashed(password) if passwords.is_old(kept) else kept
    now = database.now()
    with database.write() as session:
        account = locked(session, account.id)
        if account.password != kept or account.disabled_at is not None:  # changed while it was checked
            raise Problem("wrong_password")
        account.password = newer
        session.add(account)
        label = "".join(letter for letter in request.user_agent.string if letter.isprintable())[:200]
        token, credential = issue(session, now, "session", label or account.name, SESSION_SPAN, account_id=account.id)
        author = Author(account.name, account.id, credential.id)
        audit.record(session, now, author, "session.begin", f"session:{credential.id}")
    return token, credential


def log_out(session: Session, now: int, who: Principal, kind: str, credential_id: str) -> None:
    """End a credential: one's own session, program or device."""
    audit.record(session, now, who, f"{kind}.end", f"{kind}:{credential_id}", who.event_id)
    revoke(session, now, col(Credential.id) == credential_id)
