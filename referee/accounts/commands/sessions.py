"""Logging in with a name and a password, logging out, and tokens for programs."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, field
from typing import Annotated

from sqlmodel import col

from referee.accounts import known_browser, passwords
from referee.accounts.commands.accounts import account_with_log_in, own_session
from referee.accounts.commands.second_factor import App, app_of, guesses_limited, start_factor, use_code, wrong_code
from referee.accounts.credentials import DAY, SESSION_SPAN, issue, revoke
from referee.accounts.known_browser import LogInAttempt
from referee.accounts.people import LogInName, Password, account_by_login, locked_account, normalized_login
from referee.accounts.queries import SessionView, session_view
from referee.core import audit
from referee.core.access.limits import LOG_IN, LOG_IN_ACCOUNT, LOG_IN_ADDRESS, Rate
from referee.core.chain import Author
from referee.core.command import Caller
from referee.core.http.declared import FieldExample
from referee.core.http.schemas import Line
from referee.core.problems import Problem
from referee.core.service import Service
from referee.models import Credential
from tournaments.typed import Whole


@dataclass(frozen=True, slots=True)
class BeginSession:
    """A log-in.  ``code``: of the second factor, from the app or printed, if the account has one."""

    login: Annotated[str, LogInName()]
    password: Annotated[str, Password(1)] = field(repr=False)
    code: Annotated[str, Line(40, 0)] = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class MakeProgram:
    """A token for a program that acts in your name."""

    label: Annotated[str, Line(), FieldExample("results to the web site")]
    days: Annotated[int, Whole(1, 365)] = 30


@dataclass(frozen=True, slots=True)
class ProgramMade(SessionView):
    """A program with its token, which is shown only once."""

    token: str


def log_in(service: Service, given: LogInAttempt) -> str:
    """Begin a session and return its token.

    Raises the problems ``wrong_password`` (also for an unknown log-in name, after the same time), ``too_many``,
    ``factor_wrong``, and `SecondStep`.
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
        wrong = problem.code == "wrong_password"  # codes are counted by account, whoever guesses them
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
    passed = Passed(account.id, password_hash)
    if account.factor_since is not None or account.factor_required:
        if account.factor_since is None or not given.code:
            raise SecondStep("factor_setup" if account.factor_since is None else "factor_needed", passed)
        with guesses_limited(service, account.id):
            return _begin(service, passed, given.agent, given.code, new_hash).token
    return _begin(service, passed, given.agent, "", new_hash).token


@dataclass(frozen=True, slots=True)
class Passed:
    """An account whose password has been typed, and the hash that it matched."""

    account_id: str
    password_hash: str


class SecondStep(Problem):
    """A log-in whose password was right, and which needs a code, or a second factor to be set up."""

    def __init__(self, code: str, passed: Passed) -> None:
        super().__init__(code)
        self.passed = passed


@dataclass(frozen=True, slots=True)
class Begun:
    """A session that has begun.  ``codes``: to be printed, if the second factor was set up with it."""

    token: str
    login: str
    codes: list[str]


def log_in_with_code(service: Service, passed: Passed, agent: str, code: str) -> Begun:
    """Begin a session by a code, after the password; where a second factor is required and missing, set it up by its
    first code.

    Raises the problems ``factor_wrong``, ``first_code_wrong``, ``too_many``, and ``wrong_password`` if the password was
    changed since.
    """
    with guesses_limited(service, passed.account_id):
        return _begin(service, passed, agent, code)


def _begin(service: Service, passed: Passed, agent: str, code: str, new_hash: str | None = None) -> Begun:
    now, codes = service.database.now(), []
    with service.database.write() as session:
        account = locked_account(session, passed.account_id)
        if account.password != passed.password_hash or account.disabled_at is not None:  # changed while it was checked
            raise Problem("wrong_password")
        if account.factor_since is not None:
            if not use_code(service.settings.secret, account, code, time.time()):
                raise wrong_code()
        elif account.factor_required:
            codes = start_factor(service, session, account, code, now)
            audit.record(session, now, Author(account.name, account.id), "account.factor_on", f"account:{account.id}")
        account.password = new_hash or account.password
        session.add(account)
        label = agent or account.name
        token, credential = issue(session, now, "session", label, SESSION_SPAN, account_id=account.id)
        credential.confirmed_at = now
        author = Author(account.name, account.id, credential.id)
        audit.record(session, now, author, "session.begin", f"session:{credential.id}")
        return Begun(token, account.login or "", codes)


def app_to_set_up(service: Service, passed: Passed) -> App:
    """What the app needs of somebody who has to set the second factor up in order to log in."""
    with service.database.write() as session:
        account = locked_account(session, passed.account_id)
        if account.password != passed.password_hash or account.factor_since is not None:
            raise Problem("wrong_password")
        if not account.factor_turn:
            account.factor_turn = 1
            session.add(account)
        return app_of(service, account)


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


def make_program(caller: Caller, given: MakeProgram) -> ProgramMade:
    """Create a token for a program.

    The program sends it as ``Authorization: Bearer``.  It is shown only in this response.

    Raises the problems ``own_log_in`` and ``password_needed``.
    """
    who, label, days = own_session(caller), given.label, given.days
    caller.confirmed()
    with caller.change() as change:
        account = account_with_log_in(change.session, who)
        token, credential = issue(change.session, change.now, "program", label, days * DAY, account_id=account.id)
        change.audit("program.begin", f"program:{credential.id}", label=label, days=days)
        return ProgramMade(**asdict(session_view(credential, who)), token=token)
