"""Logging in with a name and a password, logging out, and tokens for programs."""

from __future__ import annotations

from dataclasses import dataclass

from sqlmodel import col

from referee.accounts import known_browser, passwords
from referee.accounts.commands.accounts import account_with_log_in, own_session
from referee.accounts.credentials import DAY, SESSION_SPAN, issue, revoke
from referee.accounts.known_browser import LogInAttempt
from referee.accounts.people import account_by_login, locked_account, normalized_login
from referee.accounts.queries import SessionView, session_view
from referee.core import audit
from referee.core.access.rates import LOG_IN, LOG_IN_ACCOUNT, LOG_IN_ADDRESS, Rate
from referee.core.chain import Author
from referee.core.command import Caller
from referee.core.problems import Problem
from referee.core.service import Service
from referee.models import Credential


@dataclass(frozen=True, slots=True)
class ProgramToken:
    """A program, and its token, to be shown once."""

    program: SessionView
    token: str


def log_in(service: Service, given: LogInAttempt) -> str:
    """Begin a session and return its token.

    Raises the problems ``wrong_password`` (also for an unknown log-in name, after the same time) and ``too_many``.
    """
    login, browser, recent = given.login, given.browser, service.limits.recent
    known = browser is not None and browser.knows(login)
    rates: list[tuple[Rate, tuple[str, ...]]]
    if browser is not None and known:
        rates = [(LOG_IN, (browser.browser, known_browser.login_hash(login)))]
    elif given.local:  # attempts from elsewhere do not block this machine
        known, rates = True, [(LOG_IN, ("here", normalized_login(login)))]
    else:
        rates = [(LOG_IN_ADDRESS, (given.network,)), (LOG_IN, (given.network, normalized_login(login)))]
    spent: list[tuple[Rate, tuple[str, ...]]] = []
    wrong = False
    try:
        for rate, keys in rates:  # in memory, before anything is read, written or hashed
            recent.spend(rate, *keys)
            spent.append((rate, keys))
        with passwords.hashing_slot(known=known):
            return _log_in(service, given, known=known)
    except Problem as problem:
        wrong = problem.code == "wrong_password"
        raise
    finally:
        if not wrong:  # only wrong guesses count
            for rate, keys in spent:
                recent.give_back(rate, *keys)


def _log_in(service: Service, given: LogInAttempt, *, known: bool) -> str:
    """Log in, holding a place in the queue.  ``known``: the account's rate limit does not apply."""
    login, limits, database = given.login, service.limits, service.database
    row = limits.bucket(LOG_IN_ACCOUNT, normalized_login(login))
    if not known:
        limits.refuse(LOG_IN_ACCOUNT, row)
    with database.read() as session:
        account = account_by_login(session, login)
    password_hash = account.password if account is not None and account.disabled_at is None else None
    if not passwords.matches(password_hash, given.password) or account is None or password_hash is None:
        if not known:
            limits.count(LOG_IN_ACCOUNT, row)
        raise Problem("wrong_password")
    new_hash = passwords.hash_password(given.password) if passwords.needs_rehash(password_hash) else password_hash
    now = database.now()
    with database.write() as session:
        account = locked_account(session, account.id)
        if account.password != password_hash or account.disabled_at is not None:  # changed while it was checked
            raise Problem("wrong_password")
        account.password = new_hash
        session.add(account)
        label = given.agent or account.name
        token, credential = issue(session, now, "session", label, SESSION_SPAN, account_id=account.id)
        author = Author(account.name, account.id, credential.id)
        audit.record(session, now, author, "session.begin", f"session:{credential.id}")
    return token


def log_out(caller: Caller) -> None:
    """Revoke the credential of the request: a session, a program or a device."""
    who = caller.who
    assert who is not None
    _end(caller, who.kind, who.credential_id)


def end_own(caller: Caller, kind: str, credential_id: str) -> None:
    """End one of the caller's own sessions or programs.

    Raises the problems ``own_log_in`` and, for somebody else's, ``not_found``.
    """
    who = own_session(caller)
    with caller.service.database.read() as session:
        found = session.get(Credential, credential_id)
    if found is None or found.account_id != who.account_id or found.kind != kind:
        raise Problem("not_found", path=credential_id)
    _end(caller, kind, credential_id)


def _end(caller: Caller, kind: str, credential_id: str) -> None:
    with caller.change() as change:
        event_id = caller.who.event_id if caller.who is not None else None
        change.audit(f"{kind}.end", f"{kind}:{credential_id}", event_id)
        revoke(change.session, change.now, col(Credential.id) == credential_id)
    caller.service.principals.forget()


def create_program(caller: Caller, label: str, days: int) -> ProgramToken:
    """Create a token for a program that acts in the caller's name.  Raises the problem ``own_log_in``."""
    who = own_session(caller)
    with caller.change() as change:
        account = account_with_log_in(change.session, who)
        token, credential = issue(change.session, change.now, "program", label, days * DAY, account_id=account.id)
        change.audit("program.begin", f"program:{credential.id}", label=label, days=days)
        return ProgramToken(session_view(credential, who), token)
