"""Browsers that somebody has logged in with before: their log-in is not held up while strangers guess at the name.

Such a browser has a cookie that says by which log-in names, sealed with the service's secret.  It lets nobody in: who
has it may try a password, ten times in five minutes, however many others try elsewhere.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass, field

from flask import Response, request
from itsdangerous import BadSignature, URLSafeSerializer

from referee.accounts.people import folded
from referee.core.access.rates import is_local, network_of
from referee.core.service import service

COOKIE = "referee_known"
SPAN = 180 * 24 * 60 * 60
"""Seconds for which a browser remembers: from one event to the next."""
MOST = 4
"""Log-in names of a browser: a desk's is shared."""


@dataclass(frozen=True, slots=True)
class KnownBrowser:
    """A browser that has got in before.  ``browser``: its own mark, by which its attempts are counted; ``names``:
    marks of the log-in names.
    """

    browser: str
    names: tuple[str, ...]

    def knows(self, login: str) -> bool:
        """Whether somebody has got in by the name with it."""
        return mark(login) in self.names


@dataclass(frozen=True, slots=True)
class LogInAttempt:
    """Somebody who tries to log in, and from where.  ``browser``: None where it has not got in before; ``local``:
    from this machine itself; ``agent``: what the browser calls itself.
    """

    login: str
    password: str = field(repr=False)
    browser: KnownBrowser | None
    network: str
    local: bool
    agent: str


def attempt(login: str, password: str) -> LogInAttempt:
    """The attempt that the present request makes."""
    agent = "".join(letter for letter in request.user_agent.string if letter.isprintable())[:200]
    return LogInAttempt(login, password, present_browser(), network_of(request.remote_addr), is_local(), agent)


def mark(login: str) -> str:
    """What a browser keeps of a log-in name: nothing that could be read there."""
    return hmac.digest(service().settings.secret, f"known:{folded(login)}".encode(), "sha256").hex()[:20]


def present_browser() -> KnownBrowser | None:
    """The browser that asks, if it has got in before."""
    carried = request.cookies.get(COOKIE)
    if carried is None:
        return None
    try:
        browser, *names = _signer().loads(carried)
    except (BadSignature, ValueError, TypeError):
        return None
    return KnownBrowser(browser, tuple(names))


def remember(response: Response, login: str) -> None:
    """Let the browser that got in by a name be known."""
    before = present_browser() or KnownBrowser(secrets.token_urlsafe(9), ())
    names = [mark(login), *(each for each in before.names if each != mark(login))]
    response.set_cookie(
        COOKIE, str(_signer().dumps([before.browser, *names[:MOST]])), max_age=SPAN, httponly=True, samesite="Lax",
        secure=request.is_secure, path="/",
    )  # fmt: skip


def _signer() -> URLSafeSerializer:
    return URLSafeSerializer(service().settings.secret, salt="known browser")
