"""Answers that a browser keeps, and asks about by their tag."""

from __future__ import annotations

from flask import Response, request

from referee.core.http.responses import etag
from referee.core.pages.static import packed


def cached(body: str, mimetype: str = "text/html") -> Response:
    """An answer that a browser caches, and revalidates by its tag."""
    response = Response(mimetype=mimetype)
    response.set_etag(etag(body))
    response = packed(response, body.encode())
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.update(("Accept-Language", "Cookie"))
    response.make_conditional(request)
    return response
