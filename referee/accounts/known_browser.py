"""Browsers that have been used to log in before: strangers' guesses do not lock them out.

A signed cookie lists the log-in names.  It does not log anybody in; it only has the browser's attempts counted, ten in
five minutes, apart from everybody else's.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass, field

from flask import Response, request
from itsdangerous import BadSignature, URLSafeSerializer

from referee.accounts.people import normalized_login
from referee.core.access.guard import read_cookie, set_cookie
from referee.core.access.limits import is_local, network_of
from referee.core.service import service

COOKIE = "referee_known"
SPAN = 180 * 24 * 60 * 60
"""Seconds until the cookie expires: long enough to last from one event to the next."""
MOST_NAMES = 4
"""The most log-in names kept for a browser: those at a desk are shared."""


@dataclass(frozen=True, slots=True)
class KnownBrowser:
    """A browser that has been used to log in.  ``browser``: its id, by which attempts are counted; ``names``:
    `login_hash` of each log-in name.
    """

    browser: str
    names: tuple[str, ...]

    def knows(self, login: str) -> bool:
        """Whether it has been used to log in with this name."""
        return login_hash(login) in self.names


@dataclass(frozen=True, slots=True)
class LogInAttempt:
    """An attempt to log in.  ``browser``: None for an unknown one; ``local``: from this machine; ``agent``: its
    User-Agent header; ``code``: of the second factor, or empty.
    """

    login: str
    password: str = field(repr=False)
    browser: KnownBrowser | None
    network: str
    local: bool
    agent: str
    code: str = field(default="", repr=False)


def attempt(login: str, password: str, code: str = "") -> LogInAttempt:
    network = network_of(request.remote_addr)
    return LogInAttempt(login, password, current_browser(), network, is_local(), agent(), code)


def agent() -> str:
    """What the browser of the request calls itself."""
    return "".join(letter for letter in request.user_agent.string if letter.isprintable())[:200]


def login_hash(login: str) -> str:
    """A keyed hash of a log-in name, for the cookie."""
    return hmac.digest(service().settings.secret, f"known:{normalized_login(login)}".encode(), "sha256").hex()[:20]


def current_browser() -> KnownBrowser | None:
    """The browser of the request; None if it has not been used to log in."""
    cookie = read_cookie(COOKIE)
    if cookie is None:
        return None
    try:
        browser, *names = _signer().loads(cookie)
    except (BadSignature, ValueError, TypeError):
        return None
    return KnownBrowser(browser, tuple(names))


def remember(response: Response, login: str) -> None:
    """Add a log-in name to the browser's cookie."""
    known = current_browser() or KnownBrowser(secrets.token_urlsafe(9), ())
    names = [login_hash(login), *(each for each in known.names if each != login_hash(login))]
    set_cookie(response, COOKIE, str(_signer().dumps([known.browser, *names[:MOST_NAMES]])), SPAN)


def _signer() -> URLSafeSerializer:
    return URLSafeSerializer(service().settings.secret, salt="known browser")
