"""The plain http server beside https: it serves the CA's certificate and redirects everything else to https.

A tablet that does not trust the CA yet could not fetch its certificate over https.
"""

from __future__ import annotations

import re
import signal
import socket
import threading
from collections.abc import Collection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from referee.core.own_address import url
from referee.core.signals import stop_when_orphaned

AUTHORITY = "/ca.crt"
"""The path of the CA's certificate."""
AUTHORITY_TYPE = "application/x-x509-ca-cert"
HOST = re.compile(r"(\[[0-9a-fA-F:]+\]|[A-Za-z0-9.-]+)(:\d+)?")
TIMEOUT_SECONDS = 10
MOST_CONNECTIONS = 256
"""Each occupies a thread, for `TIMEOUT_SECONDS` at most."""


class Secure(NamedTuple):
    """Where https is served.

    ``names``: the host names that the certificate is valid for; ``fallback``: the address for requests with any other
    ``Host``, which is never redirected to.
    """

    names: Collection[str]
    port: int
    fallback: str

    def address(self, host: str) -> str:
        return url("https", host, self.port) if host.lower() in self.names else self.fallback


def serve(host: str, port: int, secure: Secure, authority: bytes) -> None:
    """Serve until the process is stopped.  ``authority``: the CA's certificate (DER)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process; the one that started this one ends it
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    stop_when_orphaned()
    open_server(host, port, secure, authority).serve_forever()


def open_server(host: str, port: int, secure: Secure, authority: bytes) -> ThreadingHTTPServer:
    """Open the server's socket and return the server.  Raises OSError."""

    class Handler(BaseHTTPRequestHandler):
        """Handles one connection."""

        timeout = TIMEOUT_SECONDS
        server_version = "referee"
        sys_version = ""

        def do_GET(self) -> None:
            """Send the certificate, or a redirect to https."""
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
            """Log nothing: paths may contain codes."""

    slots = threading.BoundedSemaphore(MOST_CONNECTIONS)

    class LimitedServer(ThreadingHTTPServer):
        """Listens on an IPv4 or IPv6 address, and limits the number of simultaneous connections."""

        address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        daemon_threads = True

        def verify_request(self, request: Any, client_address: Any) -> bool:
            """Whether there is a slot left; otherwise the connection is closed."""
            return slots.acquire(blocking=False)

        def process_request_thread(self, request: Any, client_address: Any) -> None:
            """Handle the request, then free the slot."""
            try:
                super().process_request_thread(request, client_address)
            finally:
                slots.release()

    return LimitedServer((host, port), Handler)
