"""What a process of the service is told from outside: that it shall stop, or that the one that started it is gone."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import signal
import socket
import threading
from collections.abc import Callable

STOPPING = frozenset({signal.SIGTERM, signal.SIGINT})


def when_stopped(act: Callable[[], None]) -> None:
    """Call ``act`` in a thread as soon as this process is told to stop, besides whatever else the signal does.

    The web server takes the signals for itself, and then waits for open streams; these must hear of it too.  Where a
    server uses the wake-up pipe itself (gunicorn does) it is left alone.  To be called in the main thread.
    """
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    taken = signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
    if taken != -1:
        signal.set_wakeup_fd(taken)
        ours.close()
        theirs.close()
        return

    def listen() -> None:
        with ours, theirs:
            while STOPPING.isdisjoint(ours.recv(64)):
                pass
            act()
            threading.Event().wait()  # the pipe stays open for further signals until the process ends

    threading.Thread(target=listen, name="stop", daemon=True).start()


def when_orphaned() -> None:
    """End this process, as if it were told to stop, when the process that started it is gone: killed, it cannot tell.

    Otherwise this one would hold the port, and the next start fail.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def listen() -> None:
        multiprocessing.connection.wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=listen, name="orphan", daemon=True).start()
