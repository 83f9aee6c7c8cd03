"""The way in of a request: from its address to its endpoint.

What was found for an address is remembered, for a tablet reports to the same one all day.  Looking for it anew is the
framework's dearest part of a reported move.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from flask import Flask, Request, Response
from flask.ctx import RequestContext
from werkzeug.routing import IntegerConverter, MapAdapter, Rule

MOST = 4096
"""Addresses remembered at most."""
LONGEST = 100
"""Letters of an address that is remembered."""
NOWHERE = "referee.invalid"
"""What stands for the host where the framework needs one.  Ours are all relative, or of the service's own address."""
AS_IT_IS = "".join(map(chr, range(33, 127)))
"""Letters of a query that are not encoded again."""


class Plain(IntegerConverter):
    """A number in a path: in plain digits, none before it that says nothing, and none that no database has."""

    regex = "0|[1-9][0-9]{0,8}"


class WayIn(RequestContext):
    """A request under way, which remembers what addresses stand for."""

    app: Application

    def match_request(self) -> None:
        """Find the endpoint of the request's address."""
        request, known = self.request, self.app.addresses
        address = request.method, request.path
        found = known.get(address)
        if found is not None:
            rule, parts = found
            request.url_rule, request.view_args = rule, dict(parts)
            return
        super().match_request()
        # Only the interface's: the addresses of private links are nobody's to keep.
        if request.url_rule is not None and len(request.path) <= LONGEST and request.path.startswith("/api/"):
            if len(known) >= MOST:
                known.clear()
            known[address] = request.url_rule, request.view_args or {}


class Answer(Response):
    """An answer, which can tell of what no UTF-8 has: the halves of letters in logs of former times."""

    def set_data(self, value: bytes | str) -> None:
        """Let it say this, with ? for half a letter."""
        super().set_data(value.encode("utf-8", "replace") if isinstance(value, str) else value)


class Application(Flask):
    """Flask with a memory for addresses, and without coroutines: we have none, and looking for them costs every
    request.
    """

    response_class = Answer

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.addresses: dict[tuple[str, str], tuple[Rule, Mapping[str, Any]]] = {}
        self.url_map.converters["int"] = Plain
        self.url_map.merge_slashes = False  # an address has one spelling; and no redirect is made of a host

    def ensure_sync(self, func: Any) -> Any:
        """The function itself."""
        return func

    def request_context(self, environ: dict[str, Any]) -> RequestContext:
        """A request under way.  Letters that stand in its query as they are, which some web servers let pass, are
        percent-encoded as they should have been."""
        if not environ.get("QUERY_STRING", "").isascii():
            environ["QUERY_STRING"] = quote(environ["QUERY_STRING"].encode("latin-1"), safe=AS_IT_IS)
        return WayIn(self, environ)

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """What finds endpoints, and writes the addresses of others, for a request.  The host that it names is neither
        looked at nor ever written: whoever asks may name any."""
        if request is None:
            return super().create_url_adapter(request)
        return MapAdapter(
            self.url_map, NOWHERE, request.root_path or "/", "", request.environ["wsgi.url_scheme"], request.path,
            request.method, request.query_string.decode("utf-8", "replace"),
        )  # fmt: skip
