"""Requests to a service by whoever attacks it, and bytes that are no request."""

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
"""Another machine of the hall, as far as the service can tell; not every system has it."""
SECONDS = 20
"""How long an attacker waits for an answer."""
CHUNK = 65536

Wire = socket.socket


class Site(NamedTuple):
    """Where a service is.  ``secure``: how its certificate is checked, for https."""

    port: int
    secure: ssl.SSLContext | None = None

    def connection(self, source: str | None = None, seconds: float = SECONDS) -> http.client.HTTPConnection:
        """A connection to it, from an address of this machine."""
        at = (source, 0) if source and usable(source) else None
        if self.secure:
            return http.client.HTTPSConnection(HERE, self.port, timeout=seconds, source_address=at, context=self.secure)
        return http.client.HTTPConnection(HERE, self.port, timeout=seconds, source_address=at)

    def wire(self, source: str | None = ELSEWHERE, seconds: float = SECONDS) -> Wire:
        """A bare connection, without TLS."""
        at = (source, 0) if source and usable(source) else None
        return socket.create_connection((HERE, self.port), seconds, at)

    def ask(
        self, method: str, path: str, body: Any = None, token: str | None = None, *, source: str | None = None,
        seconds: float = SECONDS, **headers: str,
    ) -> Answer:  # fmt: skip
        """A request on a connection of its own; ``body``: bytes, or what is sent as JSON.  Raises OSError and
        HTTPException where no answer comes."""
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
    """A request on an open connection.

    Names of headers are written with an underscore for each hyphen; of the answer's cookies each is a line.
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
    """Whether this machine has an address."""
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
    """So many bare connections that begin with the same bytes, open within the block; those that the service takes."""
    with ExitStack() as held:
        opened = []
        for _ in range(count):
            with suppress(OSError):
                wire = held.enter_context(site.wire())
                wire.sendall(first)
                opened.append(wire)
        yield opened


def is_ended(wire: Wire) -> bool:
    """Whether the service has ended a connection, or sent something on it, which is an end of waiting as well."""
    wire.setblocking(False)
    try:
        wire.recv(CHUNK, socket.MSG_PEEK)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def trickled(wires: Iterable[Wire], data: bytes, seconds: float, pause: float = 1.0) -> int:
    """Send on every connection a byte at a time, with a pause, for so long; how many the service ended meanwhile."""
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


def received(wire: Wire, seconds: float = 5.0) -> bytes:
    """What the service sends first on a connection; nothing where it ends it, or is silent for so long."""
    wire.settimeout(seconds)
    with suppress(OSError):
        return wire.recv(CHUNK)
    return b""
