"""Limits of the size of request bodies: small for most endpoints, larger for those that take files and lists.

An endpoint that takes more says so with `takes_up_to`.  The gateway refuses a body that is too large before reading it;
the application refuses it too, for web servers without such a gateway.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask, current_app, request
from werkzeug.exceptions import HTTPException

from referee.core.problems import Problem

View = TypeVar("View", bound=Callable[..., Any])

ORDINARY = 128_000
"""Maximum size of a request body in bytes, unless its endpoint takes more."""
LARGEST = 1_000_000
"""Maximum size of a request body in bytes, but for archives."""
ARCHIVE = 12_000_000
"""Maximum size of an archive that somebody uploads; the gateway lets very few arrive at a time."""
BODY_FAULT = "referee.body_fault"
"""The key in the WSGI environment under which the gateway says why it has not read the body: a problem's code."""


def takes_up_to(most: int) -> Callable[[View], View]:
    """Let an endpoint take bodies of up to ``most`` bytes."""

    def mark(view: View) -> View:
        view.largest_body = most  # type: ignore[attr-defined]
        return view

    return mark


def register(app: Flask) -> None:
    """Refuse bodies that are too large, or did not arrive, before anything else is done with a request."""
    app.config["MAX_CONTENT_LENGTH"] = ARCHIVE

    def refuse() -> None:
        environ = request.environ
        if fault := environ.get(BODY_FAULT):
            raise too_large() if fault == "too_large" else Problem(fault)
        length = environ.get("CONTENT_LENGTH", "")
        if len(length) > 5 and length.isdecimal() and int(length) > limit_of(app, request.method, request.path):
            raise too_large()
        if "HTTP_TRANSFER_ENCODING" in environ:  # it comes in chunks of which nobody has counted the bytes
            request.max_content_length = limit_of(app, request.method, request.path)

    app.before_request(refuse)


def too_large() -> Problem:
    """The problem ``too_large``, with the limit for the current request."""
    return Problem("too_large", most=limit_of(current_app, request.method, request.path) // 1000)


def limit_of(app: Flask, method: str, path: str) -> int:
    """The maximum size in bytes of the body of a request to this address."""
    try:
        endpoint, _ = app.url_map.bind("").match(path, method)
    except HTTPException:  # no such address, another method, or a redirect to its canonical form
        return ORDINARY
    limit: int = getattr(app.view_functions[endpoint], "largest_body", ORDINARY)
    return limit
