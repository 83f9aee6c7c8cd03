"""Room for those who report: when a process has nearly as many connections as it may, the idlest are closed.

The system limits how many files a process may have open, and each connection is one.  Whoever opens connections and
sends nothing, and a hall full of phones whose browsers keep theirs, could otherwise occupy all of them until they run
out of time, and everybody else would wait.  The web server has no means of its own for this, so the connections are
looked for among the open files, and the system is asked how long nothing was sent or received on each.  Linux only:
elsewhere, idle connections last as long as they may.
"""

from __future__ import annotations

import logging
import os
import socket
import struct
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

LOG = logging.getLogger(__name__)

CHECK_SECONDS = 0.25
"""How often a process looks how many files it has open."""
CROWDED, RELIEVED = 0.8, 0.6
"""Parts of the connections that a process may have: from how many on idle ones are closed, and how many are left."""
LEAST_IDLE = 500
"""Milliseconds for which a connection has been idle before it is closed: on bad Wi-Fi it takes that long to ask."""
FILES = Path("/proc/self/fd")
INFO_BYTES = 104
SENT_AT, RECEIVED_AT = 44, 52
"""Where Linux's ``struct tcp_info`` has the milliseconds since data was last sent and received."""

Peer = tuple[str, int]
"""The address and port of a client."""


class Connection(NamedTuple):
    """A connection of this process.  ``idle``: milliseconds for which nothing was sent or received."""

    idle: int
    file: int
    peer: Peer


class Crowding:
    """Closes the idlest connections to a port whenever there are nearly ``most``.

    ``busy``: the clients whose requests are being received or answered; these are left alone.
    """

    def __init__(self, port: int, most: int) -> None:
        self._port = port
        self._most = most
        self.busy: set[Peer] = set()

    def start(self) -> None:
        if sys.platform == "linux":
            threading.Thread(target=self._watch, name="crowding", daemon=True).start()

    def _watch(self) -> None:
        never = threading.Event()
        while not never.wait(CHECK_SECONDS):
            with suppress(OSError):  # not one file can be opened: the next look will find room
                if len(os.listdir(FILES)) >= CROWDED * self._most:
                    self.relieve()

    def relieve(self) -> None:
        """Close the idlest connections if there are too many."""
        found = sorted(self._connections(), reverse=True)
        if len(found) < CROWDED * self._most:
            return
        surplus = found[: len(found) - int(RELIEVED * self._most)]
        closing = [each for each in surplus if each.idle >= LEAST_IDLE and each.peer not in self.busy]
        for each in closing:
            # Only shut down: the file belongs to the web server, which closes it when it reads the end.
            with suppress(OSError):
                connection = socket.socket(fileno=each.file)
                try:
                    if connection.getpeername()[:2] == each.peer:  # the number may have been given to another one
                        connection.shutdown(socket.SHUT_RDWR)
                finally:
                    connection.detach()
        if closing:
            LOG.warning("%d of %d connections were idle and are closed, to make room", len(closing), len(found))

    def _connections(self) -> Iterator[Connection]:
        assert sys.platform == "linux"
        for name in os.listdir(FILES):
            with suppress(OSError):  # it is no socket, no connection, or was closed meanwhile
                if not os.readlink(FILES / name).startswith("socket:"):
                    continue
                connection = socket.socket(fileno=int(name))
                try:
                    if connection.getsockname()[1:2] != (self._port,):
                        continue
                    peer: Peer = connection.getpeername()[:2]
                    info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, INFO_BYTES)
                finally:
                    connection.detach()
                idle = min(struct.unpack_from("=I", info, at)[0] for at in (SENT_AT, RECEIVED_AT))
                yield Connection(idle, int(name), peer)
