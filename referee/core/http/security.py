"""Normalizes and checks every request, and adds security headers to every response."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from flask import request

from referee.core.access.guard import SAFE
from referee.core.problems import Problem
from referee.core.service import service

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

NAMED_HOST = "referee.host"
"""The key in the WSGI environment for the host that the request names."""
HOST = "referee.invalid"
"""The host that the framework sees.  Our links are relative, or made from the service's own address (`OwnAddress`)."""
UNQUOTED = "".join(map(chr, range(33, 127)))
"""Characters of a query that are not percent-encoded again."""


def normalized(application: WSGIApplication) -> WSGIApplication:
    """Wrap an application in middleware that normalizes the environment of every request.

    - The host is never trusted, because anybody may name any: the framework sees the same one in every request, so that
      it neither refuses one nor writes one into a response.
    - Raw non-ASCII characters in a query, which some web servers let through, are percent-encoded.
    - An offer to upgrade to WebSocket is ignored, as HTTP allows: the request is an ordinary one.
    """

    def wrapped(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        environ[NAMED_HOST] = environ.get("HTTP_HOST", "")
        environ["HTTP_HOST"] = HOST
        environ.pop("HTTP_UPGRADE", None)
        query = environ.get("QUERY_STRING", "")
        if not query.isascii():
            environ["QUERY_STRING"] = quote(query.encode("latin-1"), safe=UNQUOTED)
        return application(environ, start_response)

    return wrapped


FORMS = frozenset({"application/x-www-form-urlencoded", "multipart/form-data"})
NUL = "\0"
"""NUL, which PostgreSQL accepts in no text, and which ends strings in many programs."""


def refuse_unreadable() -> None:
    """Refuse NUL characters in the address and in form data; JSON bodies are read by schemas, which refuse them too
    (`referee.core.http.schemas.Line`).  Invalid UTF-8 is read with � in its place.

    Raises the problem ``not_found`` for a path with one in it, and ``unreadable`` for anything else.
    """
    environ = request.environ
    if NUL in environ.get("PATH_INFO", ""):
        raise Problem("not_found", path=request.path.replace(NUL, "�"))
    if "%00" in environ.get("QUERY_STRING", ""):
        raise Problem("unreadable")
    if environ.get("CONTENT_TYPE", "").partition(";")[0].strip().lower() in FORMS:
        fields = (
            *request.form.items(multi=True),
            *((name, file.filename or "") for name, file in request.files.items()),
        )
        if any(NUL in name or NUL in value for name, value in fields):
            raise Problem("unreadable")


def refuse_foreign() -> None:
    """Refuse a request from another site's page that changes something, before anything else is looked at (CSRF).

    Browsers say where it comes from with ``Sec-Fetch-Site`` (over https) or ``Origin``; a request with neither does not
    come from a browser's page, and nor does one that carries a token itself.  Raises the problem ``foreign_page``.
    """
    environ = request.environ
    if environ["REQUEST_METHOD"] in SAFE or "HTTP_AUTHORIZATION" in environ:
        return
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        if site not in ("same-origin", "none"):
            raise Problem("foreign_page")
        return
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc not in _own_hosts():
        raise Problem("foreign_page")


def _own_hosts() -> set[str]:
    public, host = service().settings.public_url, request.environ.get(NAMED_HOST, "")
    return {host, urlsplit(public).netloc} if public else {host}


POLICY = "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'"
"""Everything from our own origin, nothing inline, no framing."""
POLICY_HEADER = "Content-Security-Policy"
FIXED_HEADERS = [
    ("X-Content-Type-Options", "nosniff"),
    # Not no-referrer: with that, browsers send our own forms with Origin: null.
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
]
DEFAULT_HEADERS = {
    POLICY_HEADER.lower(): POLICY,
    "cache-control": "no-store",
    "cross-origin-resource-policy": "same-origin",
}
"""Headers for responses that do not set these themselves."""
HSTS = ("Strict-Transport-Security", "max-age=31536000")
"""A year.  Browsers heed it for names only, not for addresses in numbers, and only if they trust the certificate: a
laptop that served https in the hall is still reached over plain http at home by its number."""


def with_security_headers(application: WSGIApplication) -> WSGIApplication:
    """Wrap an application in middleware that adds the headers to its responses.  Doing so around the application rather
    than in it costs a tenth as much, and every move pays it.
    """

    def wrapped(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        def start(status: str, headers: list[tuple[str, str]], *fault: Any) -> Any:
            names = {name.lower() for name, _ in headers}
            headers = headers + FIXED_HEADERS + [each for each in DEFAULT_HEADERS.items() if each[0] not in names]
            if environ["wsgi.url_scheme"] == "https":
                headers.append(HSTS)
            return start_response(status, headers, *fault)

        return application(environ, start)

    return wrapped
