"""The start-up message on the terminal: where tablets reach the service, where its data are, and the first log-in."""

from __future__ import annotations

import io
from collections.abc import Iterator

import segno
from sqlalchemy import make_url

from referee.core.own_address import OwnAddress, urls
from referee.core.settings import Settings
from referee.server.redirect import AUTHORITY
from referee.server.start import Listening, Prepared
from referee.server.text import word


def greeting(settings: Settings, at: Listening, prepared: Prepared) -> Iterator[str]:
    """The lines of the start-up message."""
    own = OwnAddress(settings._replace(listening=at.address))
    first = own.now()
    reached = [first, *(each for each in own.choices() if each != first)]
    yield word("running")
    yield ""
    yield word("reached")
    yield from (f"  {each}" for each in reached)
    yield qr(reached[0])
    if at.redirect_port is not None:
        authority = urls("http", at.host, at.redirect_port)[0] + AUTHORITY
        yield word("authority", url=authority)
        yield qr(authority)
    elif at.certificate is None:
        yield word("no_tls")
    if settings.behind_proxy and not settings.public_url:
        yield word("proxy_unnamed")
    yield word("data", data=settings.data)
    yield word("database", database=database(settings.database_url))
    yield word("backup", age=age(prepared.backup_age))
    if prepared.account:
        login, password = prepared.account
        yield ""
        yield word("first_start", login=login, password=password)
    yield ""
    yield word("stop")


def qr(text: str) -> str:
    drawn = io.StringIO()
    segno.make(text, error="m", micro=False).terminal(drawn, compact=True)
    return drawn.getvalue()


def database(url: str) -> str:
    """A database URL for people, without its password."""
    parts = make_url(url)
    if parts.get_backend_name() == "sqlite":
        return f"SQLite, {parts.database}"
    return f"PostgreSQL, {parts.host or ''}:{parts.port or 5432}/{parts.database or ''}"


def age(milliseconds: int | None) -> str:
    """How long ago something was, in minutes or hours."""
    if milliseconds is None:
        return word("never")
    minutes = milliseconds // 60_000
    return word("minutes", count=minutes) if minutes < 120 else word("hours", count=minutes // 60)
