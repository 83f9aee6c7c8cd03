"""Creating and changing accounts and their passwords."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Annotated

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from referee.accounts import passwords
from referee.accounts.credentials import revoke
from referee.accounts.passwords import guessable
from referee.accounts.people import (
    LogInName,
    Password,
    invalidate_sessions,
    locked_account,
    require_other_administrator,
    revoke_access,
)
from referee.accounts.queries import AccountView, account_view
from referee.core.access.limits import LOG_IN
from referee.core.access.principal import Principal
from referee.core.command import Caller
from referee.core.http.declared import FieldExample, Language
from referee.core.http.field_faults import invalid
from referee.core.http.schemas import Line
from referee.core.problems import Problem
from referee.core.rows import get_row
from referee.models import Account, Credential, Event
from rulesets.languages import FIRST

MOST_EVENTS = 50
"""How many events' names count as known, the latest."""


@dataclass(frozen=True, slots=True)
class CreateAccount:
    """A new account.  Without a password one is generated, and shown only in the response."""

    login: Annotated[str, LogInName()]
    name: Annotated[str, Line(), FieldExample("山田 太郎")]
    administrator: bool = False
    language: Language = FIRST
    password: Annotated[str | None, Password()] = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class ChangeAccount:
    """Changes of an account.  If ``disabled`` is true, its sessions, programs and links end at once; if
    ``second_factor_required`` is true, its sessions end if it has none, and the next log-in sets one up.
    """

    login: Annotated[str | None, LogInName()] = None
    name: Annotated[str | None, Line()] = None
    administrator: bool | None = None
    language: Language | None = None
    disabled: bool | None = None
    second_factor_required: bool | None = None


@dataclass(frozen=True, slots=True)
class SetPassword:
    """A new password for an account.  Without one a password is generated, and shown only in the response."""

    password: Annotated[str | None, Password()] = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class ChangeOwnPassword:
    """Your current password and the new one."""

    old: Annotated[str, Password(1)] = field(repr=False)
    new: Annotated[str, Password()] = field(repr=False)


@dataclass(frozen=True, slots=True)
class AccountMade(AccountView):
    """An account with the password that was generated for it, or null."""

    password: Annotated[str | None, "The generated password, shown only once; or null."] = field(repr=False)


def create_account(caller: Caller, given: CreateAccount) -> AccountMade:
    """Create an account with a log-in.  Raises the problems ``not_allowed``, ``password_needed``, ``invalid``,
    ``conflict`` and ``too_many``.
    """
    caller.allow("account.change")
    caller.confirmed()
    generated, password_hash = _hashed(caller, given.password, given.login, given.name)
    try:
        with caller.change() as change:
            account = Account(
                login=given.login,
                name=given.name,
                password=password_hash,
                administrator=given.administrator,
                language=given.language,
                created_at=change.now,
            )
            change.session.add(account)
            change.session.flush()
            change.audit(
                "account.create",
                f"account:{account.id}",
                login=given.login,
                name=given.name,
                administrator=given.administrator,
            )
            return AccountMade(**asdict(account_view(account)), password=generated)
    except IntegrityError as error:
        raise Problem("conflict", what=given.login) from error


def change_account(caller: Caller, account_id: str, given: ChangeAccount) -> AccountView:
    """Change an account.

    Disabling an account revokes its sessions, programs and private links, and the devices that it bound, for good.
    An account that gets a log-in name needs a password next; its private link stops working.  Raises the problems
    ``not_allowed``, ``not_found``, ``no_log_in_name``, ``last_administrator`` and ``conflict``.
    """
    caller.allow("account.change")
    caller.confirmed()
    changed = {name: value for name, value in asdict(given).items() if value is not None}
    try:
        with caller.change() as change:
            account = locked_account(change.session, account_id)
            change.audit("account.change", f"account:{account_id}", **changed)
            disabled = changed.pop("disabled", account.disabled_at is not None)
            required = changed.pop("second_factor_required", account.factor_required)
            if required and changed.get("login", account.login) is None:
                raise Problem("no_log_in_name")
            administrator = changed.get("administrator", account.administrator)
            if administrator and changed.get("login", account.login) is None:
                raise Problem("no_log_in_name")
            if account.administrator and (disabled or not administrator):
                require_other_administrator(change.session, account)
            if disabled or (account.login is None and "login" in changed):
                revoke_access(change.session, change.now, account_id)
            elif administrator != account.administrator:
                invalidate_sessions(change.session, account_id)
            if required and not account.factor_required and account.factor_since is None:
                sessions = (col(Credential.account_id) == account_id, col(Credential.kind) == "session")
                revoke(change.session, change.now, *sessions)
            account.sqlmodel_update(changed)
            account.factor_required = required
            account.disabled_at = (account.disabled_at or change.now) if disabled else None
            change.session.add(account)
            view = account_view(account)
    except IntegrityError as error:
        raise Problem("conflict", what=given.login) from error
    caller.service.principals.forget()
    return view


def set_password(caller: Caller, account_id: str, given: SetPassword) -> AccountMade:
    """Set an account's password.

    Its sessions and programs end.

    Raises the problems ``not_allowed``, ``password_needed``, ``not_found``, ``no_log_in_name``, ``invalid`` and
    ``too_many``.
    """
    caller.allow("account.change")
    caller.confirmed()
    with caller.service.database.read() as session:
        named = get_row(session, Account, account_id)
    generated, password_hash = _hashed(caller, given.password, named.login or "", named.name)
    with caller.change() as change:
        account = locked_account(change.session, account_id)
        if account.login is None:
            raise Problem("no_log_in_name")
        account.password = password_hash
        change.session.add(account)
        change.audit("account.password", f"account:{account_id}")
        which = (col(Credential.account_id) == account_id, col(Credential.kind) != "device")
        revoke(change.session, change.now, *which)
        view = account_view(account)
    caller.service.principals.forget()
    return AccountMade(**asdict(view), password=generated)


def change_own_password(caller: Caller, given: ChangeOwnPassword) -> None:
    """Change the caller's own password.

    Their other sessions and programs end, because somebody else may have known the old one.  Raises the problems
    ``own_log_in``, ``own_password_wrong``, ``invalid`` and ``too_many``.
    """
    who = own_session(caller)
    with caller.service.database.read() as session:
        own = account_with_log_in(session, who)
        password_hash = own.password
    wrong_ones = caller.service.limits.wrong_ones(LOG_IN, who.account_id or "", "own_password_wrong")
    with wrong_ones, passwords.hashing_slot(known=True):
        if not passwords.matches(password_hash, given.old):
            raise Problem("own_password_wrong")
        require_hard_to_guess(caller, "new", given.new, own.login or "", own.name)
        new_hash = passwords.hash_password(given.new)
    with caller.change() as change:
        account = account_with_log_in(change.session, who)
        if account.password != password_hash:
            raise Problem("own_password_wrong")
        account.password = new_hash
        change.session.add(account)
        change.audit("account.password", f"account:{account.id}")
        revoke(
            change.session,
            change.now,
            col(Credential.account_id) == account.id,
            col(Credential.kind) != "device",
            col(Credential.id) != who.credential_id,
        )
    caller.service.principals.forget()


def own_session(caller: Caller) -> Principal:
    """Return the caller if they are logged in with a session.  Raises the problem ``own_log_in`` otherwise."""
    if caller.who is None or caller.who.kind != "session":
        raise Problem("own_log_in")
    return caller.who


def require_hard_to_guess(caller: Caller, field: str, password: str, *names: str) -> None:
    """Raise the problem ``invalid`` if a new password would be guessed by whoever knows the person's ``names`` and
    those of the events here.  ``field``: where it was typed.
    """
    with caller.service.database.read() as session:
        events = session.exec(select(Event.name).order_by(col(Event.id).desc()).limit(MOST_EVENTS)).all()
    fault = guessable(password, (*names, *events))
    if fault is not None:
        raise invalid(fault._replace(field=field))


def _hashed(caller: Caller, password: str | None, *names: str) -> tuple[str | None, str]:
    """Return the generated password, None if one is given, and the hash."""
    generated = passwords.random_password() if password is None else None
    with passwords.hashing_slot(known=True):
        if password is not None:
            require_hard_to_guess(caller, "password", password, *names)
        return generated, passwords.hash_password(generated or password or "")


def account_with_log_in(session: Session, who: Principal) -> Account:
    """Return the caller's account, locked, with a log-in name and a password.  Raises the problem ``own_log_in``."""
    account = locked_account(session, who.account_id or "")
    if account.login is None or account.password is None:
        raise Problem("own_log_in")
    return account
