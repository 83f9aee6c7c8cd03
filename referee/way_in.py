"""The way in of a request: from its address to its endpoint.

What was found for an address is remembered, for a tablet reports to the same one all day.  Looking for it anew is the
framework's dearest part of a reported move.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Flask, Request
from flask.ctx import RequestContext
from werkzeug.routing import MapAdapter, Rule

MOST = 4096
"""Addresses remembered at most, and hosts."""
LONGEST = 100
"""Letters of an address that is remembered."""


class WayIn(RequestContext):
    """A request under way, which remembers what addresses stand for."""

    app: Application

    def match_request(self) -> None:
        """Find the endpoint of the request's address."""
        request, known = self.request, self.app.addresses
        address = request.method, request.path
        found = known.get(address)
        if found is not None and "HTTP_UPGRADE" not in request.environ:
            rule, parts = found
            request.url_rule, request.view_args = rule, dict(parts)
            return
        super().match_request()
        # Only the interface's: the addresses of private links are nobody's to keep.
        if request.url_rule is not None and len(request.path) <= LONGEST and request.path.startswith("/api/"):
            if len(known) >= MOST:
                known.clear()
            known[address] = request.url_rule, request.view_args or {}


class Application(Flask):
    """Flask with a memory for addresses, and without coroutines: we have none, and looking for them costs every
    request.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.addresses: dict[tuple[str, str], tuple[Rule, Mapping[str, Any]]] = {}
        self._hosts: dict[tuple[str, str], tuple[str, str]] = {}

    def ensure_sync(self, func: Any) -> Any:
        """The function itself."""
        return func

    def request_context(self, environ: dict[str, Any]) -> RequestContext:
        """A request under way."""
        return WayIn(self, environ)

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """What finds endpoints, and writes the addresses of others, for a request.  How its host is understood is
        remembered; the framework refuses those that are none."""
        environ = {} if request is None else request.environ
        host = environ.get("HTTP_HOST")
        if request is None or host is None or "HTTP_UPGRADE" in environ:
            return super().create_url_adapter(request)
        known = self._hosts.get((environ["wsgi.url_scheme"], host))
        if known is None:
            made = super().create_url_adapter(request)
            assert made is not None  # there is none only where there is no request
            if len(self._hosts) >= MOST:
                self._hosts.clear()
            if len(host) <= LONGEST:
                self._hosts[environ["wsgi.url_scheme"], host] = request.host, made.server_name
            return made
        request.host, server_name = known
        return MapAdapter(
            self.url_map, server_name, request.root_path or "/", "", environ["wsgi.url_scheme"], request.path,
            request.method, request.query_string.decode("utf-8", "replace"),
        )  # fmt: skip
