"""The second factor: its secret and codes; set up, used, renewed and turned off.

The secret of an app is derived from the service's own, like table codes and the keys of webhooks: it is in no database
and no backup.  A service that is restored elsewhere with another secret therefore takes the printed codes only, of
which hashes are stored; each can be used once.
"""

from __future__ import annotations

import hashlib
import hmac
import time
from base64 import b32encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Annotated
from unicodedata import normalize

import pyotp
from sqlmodel import Session, col, select, update

from referee.accounts import passwords
from referee.accounts.commands.accounts import account_with_log_in, own_session
from referee.accounts.credentials import revoke
from referee.accounts.passwords import random_password
from referee.accounts.people import Password, locked_account
from referee.accounts.queries import AccountView, account_view
from referee.core.access.limits import LOG_IN, SECOND_FACTOR
from referee.core.command import Caller
from referee.core.problems import Problem
from referee.core.service import Service
from referee.models import Account, Credential

PERIOD = 30
TOLERANCE = 1
"""How many periods the clocks of the app and of this machine may differ."""
PRINTED = 10
"""How many codes are printed."""
ISSUER = "Monopoly Referee"


def app_secret(key: bytes, account: Account) -> str:
    """The secret of an account's app, 32 characters of Base32.  ``key``: the service's secret."""
    sealed = f"second factor:{account.id}:{account.factor_turn}".encode()
    return b32encode(hmac.digest(key, sealed, hashlib.sha256)[:20]).decode()


def app_address(key: bytes, account: Account) -> str:
    """What the QR code for the app says."""
    return pyotp.TOTP(app_secret(key, account)).provisioning_uri(name=account.login or account.name, issuer_name=ISSUER)


def use_code(key: bytes, account: Account, typed: str, now: float) -> bool:
    """Whether a code is right and has not been used; if so, it is used up.  The account must be locked.

    ``now``: seconds since 1970 by this machine's clock as people set it, for the app's clock is right too.
    """
    plain = "".join(normalize("NFKC", typed).split()).replace("-", "").lower()
    return _use_of_app(key, account, plain, int(now) // PERIOD) or _use_printed(account, plain)


def _use_of_app(key: bytes, account: Account, plain: str, step: int) -> bool:
    last = account.factor_step
    if last is not None and last > step + TOLERANCE:  # the clock has been set back since
        last = None
    app = pyotp.TOTP(app_secret(key, account))
    for each in range(step - TOLERANCE, step + TOLERANCE + 1):
        if hmac.compare_digest(app.generate_otp(each).encode(), plain.encode()) and (last is None or each > last):
            account.factor_step = each
            return True
    return False


def _use_printed(account: Account, plain: str) -> bool:
    left = account.factor_codes.split()
    if (used := _hash(plain)) not in left:
        return False
    account.factor_codes = " ".join(each for each in left if each != used)
    return True


def print_codes(account: Account) -> list[str]:
    """Give an account new printed codes, to be shown once; the old ones stop working."""
    codes = [random_password() for _ in range(PRINTED)]
    account.factor_codes = " ".join(_hash(each.replace("-", "")) for each in codes)
    return codes


def clear(account: Account) -> None:
    account.factor_since = account.factor_step = None
    account.factor_codes = ""
    account.factor_turn += 1


def _hash(plain: str) -> str:
    return hashlib.sha256(plain.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class App:
    """What an app needs, as text and as the address in its QR code."""

    secret: str
    address: str


def app_of(service: Service, account: Account) -> App:
    key = service.settings.secret
    return App(app_secret(key, account), app_address(key, account))


def begin_setup(caller: Caller, *, again: bool = False) -> App:
    """Begin to set the caller's second factor up, with a new secret unless ``again``.

    Raises the problems ``own_log_in``, ``password_needed`` and ``factor_there``.
    """
    who = own_session(caller)
    caller.confirmed()
    with caller.change() as change:
        account = account_with_log_in(change.session, who)
        _without_factor(account)
        if not again or not account.factor_turn:
            account.factor_turn += 1
            change.session.add(account)
        return app_of(caller.service, account)


def finish_setup(caller: Caller, code: str) -> list[str]:
    """Set the caller's second factor up by the first code of the app; return the codes to print.

    Other sessions of theirs end, for they began without it.  Raises the problems ``own_log_in``, ``password_needed``,
    ``factor_there`` and ``first_code_wrong``.
    """
    who = own_session(caller)
    caller.confirmed()
    with caller.change() as change:
        account = account_with_log_in(change.session, who)
        _without_factor(account)
        change.audit("account.factor_on", f"account:{account.id}")
        codes = start_factor(caller.service, change.session, account, code, change.now)
        revoke(
            change.session,
            change.now,
            col(Credential.account_id) == account.id,
            col(Credential.kind) == "session",
            col(Credential.id) != who.credential_id,
        )
    caller.service.principals.forget()
    return codes


def start_factor(service: Service, session: Session, account: Account, code: str, now: int) -> list[str]:
    """Turn the factor of a locked account on by the first code of its app; return the codes to print.

    Raises the problem ``first_code_wrong``: whoever sets it up sees the secret, and has no printed codes yet.
    """
    if not use_code(service.settings.secret, account, code, time.time()):
        raise wrong_code("first_code_wrong")
    account.factor_since = now
    session.add(account)
    return print_codes(account)


def renew_codes(caller: Caller, password: str, code: str) -> list[str]:
    """Replace the printed codes; return the new ones.  Raises the problems of `turn_off`."""
    with _with_both(caller, password, code) as (session, account):
        codes = print_codes(account)
        session.add(account)
    return codes


def turn_off(caller: Caller, password: str, code: str) -> None:
    """Turn the caller's second factor off, with the password and a code.

    Raises the problems ``own_log_in``, ``factor_none``, ``factor_demanded`` if an administrator requires it,
    ``own_password_wrong``, ``factor_wrong`` and ``too_many``.
    """
    with _with_both(caller, password, code, "factor_off") as (session, account):
        if account.factor_required:
            raise Problem("factor_demanded")
        clear(account)
        session.add(account)


@contextmanager
def _with_both(
    caller: Caller, password: str, code: str, action: str = "factor_codes"
) -> Iterator[tuple[Session, Account]]:
    """A change to the caller's own account, once they have shown the password and a code."""
    who = own_session(caller)
    with caller.service.database.read() as session:
        if account_with_log_in(session, who).factor_since is None:
            raise Problem("factor_none")
    confirm_password(caller, password)
    with guesses_limited(caller.service, who.account_id or ""), caller.change() as change:
        account = account_with_log_in(change.session, who)
        change.audit(f"account.{action}", f"account:{account.id}")
        if account.factor_since is None:
            raise Problem("factor_none")
        if not use_code(caller.service.settings.secret, account, code, time.time()):
            raise wrong_code()
        yield change.session, account


def reset_factor(caller: Caller, account_id: str) -> AccountView:
    """Take the second factor from somebody who has lost it; their sessions and programs end.

    Raises the problems ``not_allowed``, ``password_needed``, ``not_found`` and ``factor_none``.
    """
    caller.allow("account.change")
    caller.confirmed()
    with caller.change() as change:
        account = locked_account(change.session, account_id)
        if account.factor_since is None:
            raise Problem("factor_none")
        change.audit("account.factor_reset", f"account:{account_id}")
        clear(account)
        change.session.add(account)
        which = (col(Credential.account_id) == account_id, col(Credential.kind) != "device")
        revoke(change.session, change.now, *which)
        view = account_view(account)
    caller.service.principals.forget()
    return view


@dataclass(frozen=True, slots=True)
class ConfirmPassword:
    """Your password again."""

    password: Annotated[str, Password(1)] = field(repr=False)


def confirm_password(caller: Caller, password: str) -> None:
    """Note that the caller has just typed their password (`Caller.confirmed`).

    Raises the problems ``own_log_in``, ``own_password_wrong`` and ``too_many``.
    """
    who = own_session(caller)
    with caller.service.database.read() as session:
        password_hash = account_with_log_in(session, who).password
    wrong_ones = caller.service.limits.wrong_ones(LOG_IN, who.account_id or "", "own_password_wrong")
    with wrong_ones, passwords.hashing_slot(known=True):
        if not passwords.matches(password_hash, password):
            raise Problem("own_password_wrong")
    with caller.change() as change:
        change.audit("session.confirm", f"session:{who.credential_id}")
        change.session.exec(
            update(Credential).where(col(Credential.id) == who.credential_id).values(confirmed_at=change.now)
        )


@contextmanager
def guesses_limited(service: Service, account_id: str) -> Iterator[None]:
    """Count wrong codes of an account, whoever guesses them.  Raises the problem ``too_many`` after ten.

    They are counted by second factor: one that was reset or turned off takes its count along, in all processes at once.
    """
    with service.database.read() as session:
        turn = session.exec(select(Account.factor_turn).where(Account.id == account_id)).one_or_none()
    with service.limits.wrong_ones(SECOND_FACTOR, f"{account_id}:{turn}", "factor_wrong"):
        yield


def wrong_code(code: str = "factor_wrong") -> Problem:
    """The problem for a wrong code, with the time of this machine, by which the codes of an app change."""
    return Problem(code, time=time.strftime("%H:%M:%S"))


def _without_factor(account: Account) -> None:
    if account.factor_since is not None:
        raise Problem("factor_there")
