"""The attacker's client: HTTP requests, and bare connections for bytes that are no valid request."""

from __future__ import annotations

import http.client
import json
import socket
import ssl
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, NamedTuple

from tests.referee.support.running import Answer

HERE = "127.0.0.1"
ELSEWHERE = "127.0.0.2"
"""An address that looks like another machine to the service; not every system has it."""
SECONDS = 20
"""How long the attacker waits for an answer."""
CHUNK = 65536

Wire = socket.socket


class Site(NamedTuple):
    """The address of a service.  ``secure``: for https, the context that checks its certificate."""

    port: int
    secure: ssl.SSLContext | None = None

    def connection(self, source: str | None = None, seconds: float = SECONDS) -> http.client.HTTPConnection:
        """Return an HTTP connection to it, from a given address of this machine if possible."""
        at = (source, 0) if source and usable(source) else None
        if self.secure:
            return http.client.HTTPSConnection(HERE, self.port, timeout=seconds, source_address=at, context=self.secure)
        return http.client.HTTPConnection(HERE, self.port, timeout=seconds, source_address=at)

    def wire(self, source: str | None = ELSEWHERE, seconds: float = SECONDS) -> Wire:
        """Open a bare TCP connection to it, without TLS."""
        at = (source, 0) if source and usable(source) else None
        return socket.create_connection((HERE, self.port), seconds, at)

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        token: str | None = None,
        *,
        source: str | None = None,
        seconds: float = SECONDS,
        **headers: str,
    ) -> Answer:
        """Send a request on a new connection; ``body``: bytes, or a value sent as JSON.  Raises OSError or
        HTTPException if no answer comes."""
        connection = self.connection(source, seconds)
        try:
            return request(connection, method, path, body, token, **headers)
        finally:
            connection.close()


def request(
    connection: http.client.HTTPConnection,
    method: str,
    path: str,
    body: Any = None,
    token: str | None = None,
    **headers: str,
) -> Answer:
    """Send a request on an open connection.

    ``headers``: with underscores for hyphens.  In the answer, several ``Set-Cookie`` headers are joined by newlines.
    """
    payload = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
    fields = {name.replace("_", "-"): value for name, value in headers.items()}
    if payload is not None:
        fields.setdefault("Content-Type", "application/json")
    if token is not None:
        fields["Authorization"] = f"Bearer {token}"
    connection.request(method, path, payload, fields)
    response = connection.getresponse()
    kept = {name.lower(): value for name, value in response.getheaders()}
    kept |= {"set-cookie": "\n".join(response.headers.get_all("Set-Cookie", []))} if "set-cookie" in kept else {}
    return Answer(response.status, kept, response.read())


def usable(source: str) -> bool:
    """Whether this machine has this address."""
    with socket.socket() as tried:
        try:
            tried.bind((source, 0))
        except OSError:
            return False
    return True


def head(method: str, path: str, *lines: str) -> bytes:
    """The head of a request, as bytes."""
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: hall", *lines, "", ""]).encode()


@contextmanager
def wires(site: Site, count: int, first: bytes = b"") -> Iterator[list[Wire]]:
    """Open ``count`` bare connections, send the same first bytes on each, and yield those that the service accepted."""
    with ExitStack() as held:
        opened = []
        for _ in range(count):
            with suppress(OSError):
                wire = held.enter_context(site.wire())
                wire.sendall(first)
                opened.append(wire)
        yield opened


def is_ended(wire: Wire) -> bool:
    """Whether the service has closed a connection or sent something on it; either way it no longer waits."""
    wire.setblocking(False)
    try:
        wire.recv(CHUNK, socket.MSG_PEEK)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def trickle(wires: Iterable[Wire], data: bytes, seconds: float, pause: float = 1.0) -> int:
    """Send one byte at a time on every connection for some seconds; returns how many of them the service ended."""
    left = {wire: iter(data) for wire in wires}
    count = len(left)
    until = time.monotonic() + seconds
    while left and time.monotonic() < until:
        for wire, rest in list(left.items()):
            if is_ended(wire):
                del left[wire]
                continue
            with suppress(OSError):
                wire.send(bytes([next(rest, data[-1])]))
        time.sleep(pause)
    return count - len(left)


def receive(wire: Wire, seconds: float = 5.0) -> bytes:
    """Receive the next bytes on a connection; empty if the service closes it or is silent for that long."""
    wire.settimeout(seconds)
    with suppress(OSError):
        return wire.recv(CHUNK)
    return b""
