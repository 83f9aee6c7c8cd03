"""Supervision of the service: a crashing process must not stop it, and none may use up the machine's memory.

The web server replaces a process that dies, but gives up if the next one dies within seconds.  It is then restarted
after a pause that doubles each time, up to 30 seconds, while this goes on.
"""

from __future__ import annotations

import logging
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress

if sys.platform != "win32":
    import resource

LOG = logging.getLogger(__name__)

FIRST_PAUSE_SECONDS = 1.0
LONGEST_PAUSE_SECONDS = 30.0
STABLE_SECONDS = 60.0
"""After running this long without giving up, the next pause is a short one again."""
PROCESS_MEMORY_MB = 1024
"""A process that uses more is replaced by a fresh one, after answering its current requests."""
MOST_MEMORY_MB = 3072
"""The hard limit of a process: a request that needs more fails, and only that request."""
CONNECTIONS, LEAST_CONNECTIONS = 8192, 32
"""The most connections of a process, including idle ones, and how many it has whatever the system's limit is."""
FEW_CONNECTIONS = 400
"""With fewer than these, a hall full of phones has to be told why it waits."""
FILES, LEAST_FILES = 512, 80
"""File descriptors that are kept for everything else, and how many of them a process cannot do without: its database
has up to 42, and each thread that answers needs a few.
"""


def run_with_restarts(
    serve: Callable[[], None], wait: Callable[[threading.Event, float], bool] = threading.Event.wait
) -> None:
    """Call ``serve`` until it returns, which it does on a signal to stop; call it again whenever it gives up.

    ``wait``: waits for this many seconds, and returns whether a signal to stop came meanwhile.
    """
    pause = FIRST_PAUSE_SECONDS
    while True:
        began = time.monotonic()
        try:
            serve()
        except SystemExit as gave_up:
            if not gave_up.code:
                return
        else:
            return
        if time.monotonic() - began >= STABLE_SECONDS:
            pause = FIRST_PAUSE_SECONDS
        LOG.error("the web server gave up; it is started again in %g s", pause)
        if wait(_stop_signal(), pause):
            return
        pause = min(2 * pause, LONGEST_PAUSE_SECONDS)


def _stop_signal() -> threading.Event:
    """An event that is set as soon as this process gets a signal to stop."""
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    return stop


def most_connections() -> int:
    """How many connections a process may have: as many as the system lets it open besides its other files, up to
    `CONNECTIONS`.
    """
    if sys.platform == "win32":
        return CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(OSError, ValueError):  # macOS enforces limits that it does not report
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return CONNECTIONS
    return max(LEAST_CONNECTIONS, min(CONNECTIONS, soft - max(LEAST_FILES, min(FILES, soft // 2))))


def limit_memory() -> None:
    """Limit this process, and each one that it starts, to `MOST_MEMORY_MB`; on Linux only."""
    if sys.platform == "linux":
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        most = MOST_MEMORY_MB * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_DATA, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
