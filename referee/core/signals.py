"""Signals to a process of the service: to stop, or that the process that started it is gone."""

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


def when_stopped(act: Callable[[], None]) -> None:
    """Call ``act`` in a thread as soon as this process gets a signal to stop, besides whatever else the signal does.

    The web server waits for open streams before it stops; these must end too.  To be called in the main
    thread, once the server has set its own handlers.
    """
    for number in STOPPING:
        signal.signal(number, _before(signal.getsignal(number), act))


def _before(then: Any, act: Callable[[], None]) -> Callable[[int, FrameType | None], None]:
    """A handler of a signal that starts ``act``, and goes on to the handler that there was."""

    def handle(number: int, frame: FrameType | None) -> None:
        threading.Thread(target=act, name="stop", daemon=True).start()
        if callable(then):
            then(number, frame)

    return handle


def when_orphaned() -> None:
    """End this process, as by a signal, when the process that started it is gone: killed, that one sends none.

    Otherwise this one would hold the port, and the next start fail.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def listen() -> None:
        multiprocessing.connection.wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=listen, name="orphan", daemon=True).start()
