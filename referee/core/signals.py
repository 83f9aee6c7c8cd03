"""Reacts when a process of the service is told to stop, or when its parent process is gone."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any

STOPPING = (signal.SIGTERM, signal.SIGINT)


def call_when_stopped(act: Callable[[], None]) -> None:
    """Call ``act`` in a thread as soon as this process gets a signal to stop, before the signal's existing handler.

    The web server waits for open requests before it stops, so nothing may hold one up.  Call this in the main thread,
    once the server has set its own handlers.
    """
    for number in STOPPING:
        signal.signal(number, _chained_handler(signal.getsignal(number), act))


def _chained_handler(then: Any, act: Callable[[], None]) -> Callable[[int, FrameType | None], None]:
    """A signal handler that starts ``act`` and then calls the previous handler."""

    def handle(number: int, frame: FrameType | None) -> None:
        threading.Thread(target=act, name="stop", daemon=True).start()
        if callable(then):
            then(number, frame)

    return handle


def stop_when_orphaned() -> None:
    """Stop this process with a signal when its parent process is gone: a parent that is killed sends none.

    Otherwise this process would keep the port, and the next start would fail.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def listen() -> None:
        multiprocessing.connection.wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=listen, name="orphan", daemon=True).start()
