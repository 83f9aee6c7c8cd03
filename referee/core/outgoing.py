"""Connections to machines that are not ours: one deadline for the whole, from the name to the last byte.

A timeout of a socket starts anew with every byte, so a machine that says a little now and then holds whoever waits for
it for ever.  Here a second thread looks at the clock, and ends the connection when its time is over, or when the
service stops.
"""

from __future__ import annotations

import ipaddress
import queue
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Found = TypeVar("Found")

LOOK_SECONDS = 0.1
"""How often to check whether the time is over."""


class Interrupted(OSError):
    """The service stops: whatever was under way was not tried to its end."""


class Refused(OSError):
    """We send nothing there: nothing was tried, and nothing failed."""


class CutOff:
    """The end of something that goes out.  ``stopping``: set when the service stops, which ends it at once."""

    def __init__(self, seconds: float, stopping: threading.Event | None = None) -> None:
        self._seconds, self._ends = seconds, time.monotonic() + seconds
        self._stopping = stopping or threading.Event()

    def left(self) -> float:
        """The seconds that are left.  Raises TimeoutError if there are none, and `Interrupted`."""
        if self._stopping.is_set():
            raise Interrupted("the service stops")
        left = self._ends - time.monotonic()
        if left <= 0:
            raise TimeoutError(f"not done within {self._seconds:g} seconds")
        return left

    def is_over(self) -> bool:
        """Whether there is no time left."""
        return self._stopping.is_set() or time.monotonic() >= self._ends


@contextmanager
def connected(
    host: str, port: int, deadline: CutOff, *, tls: bool, check: Callable[[list[Address]], None] | None = None
) -> Iterator[socket.socket]:
    """A connection that lasts until the deadline at most.

    ``check``: raises OSError unless all of these may be connected to; the connection goes to one of the very addresses
    that were checked, so no second look-up can lead elsewhere.  Raises OSError, TimeoutError and `Interrupted` among
    them, or ValueError for a name that is none.
    """
    with _opened(host, port, deadline, check) as raw, _ended_by(deadline, raw):
        if not tls:
            yield raw
            return
        with ssl.create_default_context().wrap_socket(raw, server_hostname=host) as wrapped:
            yield wrapped


def resolved(host: str, port: int, deadline: CutOff) -> list[Address]:
    """The addresses that a name has now.  Raises OSError, or ValueError for a name that is none."""
    return _in_time(deadline, lambda: _addresses(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)))


def _opened(host: str, port: int, deadline: CutOff, check: Callable[[list[Address]], None] | None) -> socket.socket:
    """Resolve a name and connect."""

    def connect() -> socket.socket:
        line = _connect(host, port, deadline, check)
        if deadline.is_over():  # nobody waits for it any more
            line.close()
        return line

    return _in_time(deadline, connect)


def _in_time(deadline: CutOff, look: Callable[[], Found]) -> Found:
    """What ``look`` finds, in a thread of its own: neither a look-up nor connecting can be ended from outside."""
    done: queue.SimpleQueue[Found | Exception] = queue.SimpleQueue()

    def run() -> None:
        try:
            done.put(look())
        except (OSError, ValueError) as error:
            done.put(error)

    threading.Thread(target=run, name="outgoing", daemon=True).start()
    while True:
        try:
            found = done.get(timeout=min(LOOK_SECONDS, deadline.left()))
        except queue.Empty:
            continue
        if isinstance(found, Exception):
            raise found
        return found


def _connect(host: str, port: int, deadline: CutOff, check: Callable[[list[Address]], None] | None) -> socket.socket:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    if check is not None:
        check(_addresses(found))
    refused: OSError = OSError(f"{host} has no address")
    for family, kind, protocol, _, address in found:
        line = socket.socket(family, kind, protocol)
        try:
            line.settimeout(deadline.left())
            line.connect(address)
        except OSError as error:
            line.close()
            refused = error
        else:
            return line
    raise refused


def _addresses(found: Iterable[tuple[Any, ...]]) -> list[Address]:
    return [ipaddress.ip_address(str(each[4][0]).partition("%")[0]) for each in found]


@contextmanager
def _ended_by(deadline: CutOff, line: socket.socket) -> Iterator[None]:
    """End a connection at the deadline, whatever its other end still says, and say so instead of what then fails."""
    twin, done = line.dup(), threading.Event()  # TLS takes the socket over; its twin ends the same connection

    def watch() -> None:
        while not done.wait(LOOK_SECONDS):
            if deadline.is_over():
                with suppress(OSError):
                    twin.shutdown(socket.SHUT_RDWR)
                return

    watcher = threading.Thread(target=watch, name="outgoing-deadline", daemon=True)
    watcher.start()
    try:
        yield
    except Exception:
        deadline.left()
        raise
    finally:
        done.set()
        watcher.join()
        twin.close()
