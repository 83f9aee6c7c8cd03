"""What is done to a request before the framework sees it: its WSGI environment, made fit to be read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

NAMED_HOST = "referee.host"
"""The key of a request's environment for the host that the request names."""
HOST = "referee.invalid"
"""The host that the framework sees.  Our own addresses are relative, or made from the service's own (`OwnAddress`)."""
UNQUOTED = "".join(map(chr, range(33, 127)))
"""Characters of a query that are not percent-encoded again."""


def normalized(application: WSGIApplication) -> WSGIApplication:
    """The application behind a middleware that makes environments fit to be read.

    - The host is never trusted, for anybody may name any: the framework sees the same one in every request, so that it
      neither refuses one nor writes one into an answer.
    - Characters that stand in a query as they are, which some web servers let through, are percent-encoded.
    - An offer to go on as WebSocket is left unanswered, as HTTP allows: the request is an ordinary one.
    """

    def called(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        environ[NAMED_HOST] = environ.get("HTTP_HOST", "")
        environ["HTTP_HOST"] = HOST
        environ.pop("HTTP_UPGRADE", None)
        query = environ.get("QUERY_STRING", "")
        if not query.isascii():
            environ["QUERY_STRING"] = quote(query.encode("latin-1"), safe=UNQUOTED)
        return application(environ, start_response)

    return called
