"""The turn to write, and how long it is held: while one writes to SQLite nobody else does, and a hall of tablets waits.

Whatever takes long (decoding, parsing, judging a whole game, drawing seats, hashing) belongs before a transaction; what
it was based on is looked at once more inside.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import AbstractContextManager
from itertools import dropwhile
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

if sys.platform != "win32":
    import fcntl

LOG = logging.getLogger(__name__)

LONG = 0.2
"""Seconds of work that no turn may take."""
LONG_WAIT = 1.0
"""Seconds by the clock that are worth a line in the log: a slow disk, another writer, a machine that does too much."""
_DATABASE = Path(__file__).parent


class WriteTurn(NamedTuple):
    """A turn that is over.  ``seconds``: by the clock; ``worked``: what the processor did for the thread that had the
    turn, which a busy machine does not lengthen.
    """

    seconds: float
    worked: float


_listeners: list[Callable[[WriteTurn], None]] = []


def listen(listener: Callable[[WriteTurn], None]) -> None:
    """Call a listener after every turn of this process, in the thread that had it; once, however often it is added."""
    if listener not in _listeners:
        _listeners.append(listener)


def unlisten(listener: Callable[[WriteTurn], None]) -> None:
    """Do not call a listener any more."""
    _listeners.remove(listener)


class WriterLock:
    """A lock between the threads of this process and, on POSIX, between all processes that name the same file.

    SQLite lets one writer in at a time; the others would sleep and try again, later and later, which starves some of
    them.  Waiting here instead, in a queue, keeps the longest wait short.
    """

    def __init__(self, path: Path) -> None:
        self._threads = threading.Lock()
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def __enter__(self) -> None:
        self._threads.acquire()
        if sys.platform != "win32":
            fcntl.flock(self._file, fcntl.LOCK_EX)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if sys.platform != "win32":
            fcntl.flock(self._file, fcntl.LOCK_UN)
        self._threads.release()

    def close(self) -> None:
        """Give the file back."""
        os.close(self._file)


class Turn:
    """The turn to write, timed.  ``lock``: what lets one in at a time, where the database itself lets in several."""

    def __init__(self, lock: AbstractContextManager[object]) -> None:
        self._lock = lock
        self._began = threading.local()

    def __enter__(self) -> None:
        self._lock.__enter__()
        self._began.at = time.perf_counter(), time.thread_time()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        clock, work = self._began.at
        seconds, worked = time.perf_counter() - clock, time.thread_time() - work
        self._lock.__exit__(kind, error, traceback)
        if worked > LONG or seconds > LONG_WAIT:
            LOG.warning("the turn to write was held for %.0f ms, %.0f of them at work, by %s",
                        seconds * 1000, worked * 1000, whose())  # fmt: skip
        for listener in _listeners:
            listener(WriteTurn(seconds, worked))


def whose() -> str:
    """The line that had the turn which is over, for a listener."""
    frames = reversed(traceback.extract_stack())
    behind = dropwhile(lambda frame: (frame.filename, frame.name) != (__file__, "__exit__"), frames)
    own = (frame for frame in behind if _DATABASE not in Path(frame.filename).parents)
    found = next((frame for frame in own if Path(frame.filename).name != "contextlib.py"), None)
    return f"{found.filename}:{found.lineno} ({found.name})" if found else "?"
