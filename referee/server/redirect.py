"""The port of plain http beside https: it hands out the authority's certificate, and sends everybody else to https.

A tablet that does not trust the authority yet could not fetch its certificate by https.
"""

from __future__ import annotations

import re
import signal
import socket
import threading
from collections.abc import Collection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from referee.core.addresses import url
from referee.core.signals import stop_when_orphaned

AUTHORITY = "/ca.crt"
"""Where the authority's certificate is fetched."""
AUTHORITY_TYPE = "application/x-x509-ca-cert"
HOST = re.compile(r"(\[[0-9a-fA-F:]+\]|[A-Za-z0-9.-]+)(:\d+)?")
PATIENCE_SECONDS = 10
MOST_CONNECTIONS = 256
"""Each holds a thread, for `PATIENCE_SECONDS` at most."""


class Secure(NamedTuple):
    """Where https is served: the ``names`` that the certificate is for, the port, and the address for everybody who
    names another; they are not sent on to what they have named.
    """

    names: Collection[str]
    port: int
    otherwise: str

    def address(self, named: str) -> str:
        """Where somebody is sent who came by a name."""
        return url("https", named, self.port) if named.lower() in self.names else self.otherwise


def keep(host: str, port: int, secure: Secure, authority: bytes) -> None:
    """Serve it until the process is ended.  ``authority``: the certificate (DER)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process; the one that started this one ends it
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    stop_when_orphaned()
    open_server(host, port, secure, authority).serve_forever()


def open_server(host: str, port: int, secure: Secure, authority: bytes) -> ThreadingHTTPServer:
    """The server, listening.  Raises OSError."""

    class Handler(BaseHTTPRequestHandler):
        """Answers one connection."""

        timeout = PATIENCE_SECONDS
        server_version = "referee"
        sys_version = ""

        def do_GET(self) -> None:
            """The certificate, or the way to https."""
            if self.path.partition("?")[0] == AUTHORITY:
                self.send_response(200)
                self.send_header("Content-Type", AUTHORITY_TYPE)
                self.send_header("Content-Length", str(len(authority)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(authority)
                return
            named = HOST.fullmatch(self.headers.get("Host", ""))
            if named is None or not self.path.startswith("/"):
                self.send_error(400)
                return
            self.send_response(307)
            self.send_header("Location", secure.address(named[1].strip("[]")) + self.path)
            self.send_header("Content-Length", "0")
            self.end_headers()

        do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_GET

        def log_message(self, format: str, *arguments: object) -> None:
            """Nothing: paths may hold codes."""

    places = threading.BoundedSemaphore(MOST_CONNECTIONS)

    class Door(ThreadingHTTPServer):
        """Listens at an address of either kind, and takes only so many connections at a time."""

        address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        daemon_threads = True

        def verify_request(self, request: Any, client_address: Any) -> bool:
            """Whether there is a place left; without one the connection is closed."""
            return places.acquire(blocking=False)

        def process_request_thread(self, request: Any, client_address: Any) -> None:
            """Answer, and give the place back."""
            try:
                super().process_request_thread(request, client_address)
            finally:
                places.release()

    return Door((host, port), Handler)
