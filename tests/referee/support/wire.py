"""A bad network between a browser and the service: a TCP proxy that can be cut and can lose answers."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

CHUNK = 65536
REPORT = b"/entries?"


class Wire:
    """Carries bytes between a port of its own and the service's.

    ``up``: whether connections are accepted.  ``losing``: how many more reports lose their answers: they reach the
    service, but the connection breaks once it has answered.
    """

    def __init__(self, target: int) -> None:
        self.target = target
        self.up = True
        self.losing = 0
        self.lost = threading.Semaphore(0)
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    def cut(self) -> None:
        """Refuse new connections and break open ones."""
        self.up = False
        with self._lock:
            for each in self._open:
                with suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self.cut()
        self._listener.close()

    def _listen(self) -> None:
        with suppress(OSError):  # the listener is closed
            while True:
                near, _ = self._listener.accept()
                threading.Thread(target=self._carry, args=(near,), daemon=True).start()

    def _carry(self, near: socket.socket) -> None:
        """Forward a connection: requests in this thread, answers in another one."""
        with near, suppress(OSError):  # either side may disconnect
            if not self.up:
                return
            with socket.create_connection(("127.0.0.1", self.target)) as far:
                both = {near, far}
                with self._lock:
                    self._open |= both
                doomed = threading.Event()
                back = threading.Thread(target=self._back, args=(far, near, doomed), daemon=True)
                back.start()
                while data := near.recv(CHUNK):
                    if self.losing and data.startswith(b"POST ") and REPORT in data.partition(b"\r\n")[0]:
                        self.losing -= 1
                        doomed.set()
                    far.sendall(data)
                far.shutdown(socket.SHUT_RDWR)
                back.join()
                with self._lock:
                    self._open -= both

    def _back(self, far: socket.socket, near: socket.socket, doomed: threading.Event) -> None:
        with suppress(OSError):
            while data := far.recv(CHUNK):
                if doomed.is_set():  # the service has answered, so the report is in the log
                    self.lost.release()
                    break
                near.sendall(data)
        with suppress(OSError):
            near.shutdown(socket.SHUT_RDWR)


@contextmanager
def wire(target: int) -> Iterator[Wire]:
    """Open a wire to a port for the duration of the block."""
    opened = Wire(target)
    try:
        yield opened
    finally:
        opened.close()
