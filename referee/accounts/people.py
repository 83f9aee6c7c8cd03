"""Accounts: log-in names, the first administrator, and revoking access."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from marshmallow import ValidationError
from sqlalchemy import update
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from referee.accounts.credentials import revoke
from referee.accounts.passwords import hash_password, random_password
from referee.core import audit
from referee.core.http import fields
from referee.core.http.schemas import Line
from referee.core.problems import Problem
from referee.core.rows import get_row
from referee.models import Account, Credential, Invitation

if TYPE_CHECKING:
    from referee.core.service import Service

FIRST_LOGIN = "admin"
"""The log-in name of the first administrator."""


def normalized_login(login: str) -> str:
    """A log-in name normalized, so that width and case do not matter."""
    return normalize("NFKC", normalize("NFKC", login).casefold()).strip()


def account_by_login(session: Session, login: str) -> Account | None:
    """The account with a log-in name, or None."""
    return session.exec(select(Account).where(Account.login == normalized_login(login))).one_or_none()


def locked_account(session: Session, account_id: str) -> Account:
    """An account, locked until the transaction ends.  Raises the problem ``not_found``."""
    return get_row(session, Account, account_id, lock=True)


def invalidate_sessions(session: Session, account_id: str) -> None:
    """Invalidate cached sessions and programs of an account whose rights have changed.

    The devices that it bound keep their rights.
    """
    session.exec(
        update(Credential)
        .where(col(Credential.account_id) == account_id, col(Credential.kind) != "device")
        .values(epoch=Credential.epoch + 1)
    )


def revoke_access(session: Session, now: int, account_id: str) -> None:
    """Revoke all access of an account: sessions, programs, private links, and the devices that it bound."""
    revoke(session, now, col(Credential.account_id) == account_id)
    session.exec(
        update(Invitation)
        .where(col(Invitation.account_id) == account_id, col(Invitation.revoked_at).is_(None))
        .values(revoked_at=now)
    )


def require_other_administrator(session: Session, account: Account) -> None:
    """Raise the problem ``last_administrator`` if the account is the only administrator who can log in."""
    query = select(Account).where(
        Account.administrator, col(Account.disabled_at).is_(None), col(Account.login).is_not(None)
    )
    if [each.id for each in session.exec(query.with_for_update())] == [account.id]:
        raise Problem("last_administrator")


def create_first_administrator(service: Service) -> tuple[str, str] | None:
    """Create the first administrator if there is none; return the log-in name and password, to be shown once.

    Returns None if there is one.  The people of a demo made before the first start are not administrators.
    """
    database = service.database
    administrators = select(Account.id).where(Account.administrator).limit(1)
    with database.read() as session:
        if session.exec(administrators).first() is not None:
            return None
    password = random_password()
    password_hash = hash_password(password)
    now = database.now()
    try:
        with database.write() as session:
            if session.exec(administrators).first() is not None:
                return None
            account = Account(
                login=FIRST_LOGIN, name=FIRST_LOGIN, password=password_hash, administrator=True, created_at=now
            )
            session.add(account)
            session.flush()
            audit.record(session, now, None, "account.create", f"account:{account.id}", login=FIRST_LOGIN)
    except IntegrityError:  # another process was first
        return None
    return FIRST_LOGIN, password


class LogInName(Line):
    """A log-in name, folded."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("metadata", {"description": "Case and character width do not matter.", "example": "yamada"})
        super().__init__(100, **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        login = normalized_login(super()._deserialize(value, attr, data, **kwargs))
        if len(login) > 100:  # a letter may fold to several
            raise ValidationError([fields.bounds("length_", None, 100)])
        return login


class Password(fields.String):
    """A password.  A new one has 12 characters or more (`referee.accounts.passwords` then judges it);
    those that are in use may be shorter.
    """

    def __init__(self, least: int = 12, **options: Any) -> None:
        super().__init__(validate=fields.Length(least, 200), **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        password = str(super()._deserialize(value, attr, data, **kwargs))
        if not password.isprintable():
            raise ValidationError("not_one_line")
        return password
