"""Requests that another site's page sends in a browser's name: refused, whatever cookies they bring."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import request

from referee.access.guard import SAFE
from referee.problems import Problem
from referee.service import service


def refuse_foreign() -> None:
    """Look where a request comes from that changes something, before anything else is looked at.

    Browsers say it by ``Sec-Fetch-Site`` (over https) or ``Origin``; what says neither is no browser's page, nor what
    brings a token by itself.  Raises the problem ``foreign_page``.
    """
    environ = request.environ  # itself: each look through a proxy costs, at every move
    if environ["REQUEST_METHOD"] in SAFE or "HTTP_AUTHORIZATION" in environ:
        return
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        if site not in ("same-origin", "none"):
            raise Problem("foreign_page")
        return
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc not in _own():
        raise Problem("foreign_page")


def _own() -> set[str]:
    public, host = service().settings.public_url, request.environ.get("HTTP_HOST", "")
    return {host, urlsplit(public).netloc} if public else {host}
