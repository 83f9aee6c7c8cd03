"""Logging in with a name and a password, and logging out."""

from __future__ import annotations

from flask import request
from sqlmodel import Session, col

from referee.accounts import known_browser, passwords
from referee.accounts.credentials import SESSION_SPAN, issue, revoke
from referee.accounts.people import folded, locked, of_login
from referee.core import audit
from referee.core.access.principal import Principal
from referee.core.access.rates import LOG_IN, LOG_IN_ACCOUNT, LOG_IN_ADDRESS, Rate, is_local, network_of
from referee.core.chain import Author
from referee.core.problems import Problem
from referee.core.service import service
from referee.models import Credential


def log_in(login: str, password: str) -> tuple[str, Credential]:
    """A new session: its token, and what is kept of it.

    Raises the problems ``wrong_password`` (also for a log-in name that there is not, after as much time) and
    ``too_many``.
    """
    browser, lately = known_browser.shown(), service().limits.lately
    known = browser is not None and browser.knows(login)
    wanted: list[tuple[Rate, tuple[str, ...]]]
    if browser is not None and known:
        wanted = [(LOG_IN, (browser.browser, known_browser.mark(login)))]
    elif is_local():  # whoever sits at the machine is held up by nobody who is elsewhere
        known, wanted = True, [(LOG_IN, ("here", folded(login)))]
    else:
        network = network_of(request.remote_addr)
        wanted = [(LOG_IN_ADDRESS, (network,)), (LOG_IN, (network, folded(login)))]
    spent: list[tuple[Rate, tuple[str, ...]]] = []
    wrong = False
    try:
        for rate, whom in wanted:  # in memory: a flood ends here, before anything is read, written or hashed
            lately.spend(rate, *whom)
            spent.append((rate, whom))
        with passwords.place(known=known):
            return _logged_in(login, password, known=known)
    except Problem as problem:
        wrong = problem.code == "wrong_password"
        raise
    finally:
        if not wrong:  # only wrong guesses count
            for rate, whom in spent:
                lately.give_back(rate, *whom)


def _logged_in(login: str, password: str, *, known: bool) -> tuple[str, Credential]:
    """The same, for somebody who has a place.  ``known``: guesses from elsewhere do not concern them."""
    limits, database = service().limits, service().database
    row = limits.bucket(LOG_IN_ACCOUNT, folded(login))
    if not known:
        limits.refuse(LOG_IN_ACCOUNT, row)
    with database.read() as session:
        account = of_login(session, login)
    kept = account.password if account is not None and account.disabled_at is None else None
    if not passwords.matches(kept, password) or account is None or kept is None:
        if not known:
            limits.count(LOG_IN_ACCOUNT, row)
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
