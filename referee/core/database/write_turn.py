"""The turn to write, and how long it is held: SQLite lets in one writer at a time, and a hall of tablets waits for it.

Whatever takes long (decoding, parsing, judging a whole game, drawing seats, hashing) belongs before the transaction,
which then checks again what it was based on.
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
"""Seconds of CPU time that no turn may take."""
LONG_WAIT = 1.0
"""Elapsed seconds that are worth a line in the log: a slow disk, another writer, an overloaded machine."""
_DATABASE = Path(__file__).parent


class WriteTurn(NamedTuple):
    """A finished turn.  ``seconds``: elapsed time; ``worked``: CPU time of the thread that held the turn, which a busy
    machine does not lengthen.
    """

    seconds: float
    worked: float


_listeners: list[Callable[[WriteTurn], None]] = []


def listen(listener: Callable[[WriteTurn], None]) -> None:
    """Call a listener after every turn of this process, in the thread that held it; adding it twice has no effect."""
    if listener not in _listeners:
        _listeners.append(listener)


def unlisten(listener: Callable[[WriteTurn], None]) -> None:
    _listeners.remove(listener)


class WriterLock:
    """A lock between the threads of this process and, on POSIX, between all processes that use the same file.

    SQLite lets in one writer at a time; the others would sleep and retry at growing intervals, which starves some of
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
        os.close(self._file)


class Turn:
    """The turn to write, timed.  ``lock``: what lets in one writer at a time, unless the database itself lets in
    several.
    """

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
            LOG.warning(
                "the turn to write was held for %.0f ms, %.0f of them at work, by %s",
                seconds * 1000,
                worked * 1000,
                held_by(),
            )
        for listener in _listeners:
            listener(WriteTurn(seconds, worked))


def held_by() -> str:
    """The line of code that held the turn just finished; for listeners."""
    frames = reversed(traceback.extract_stack())
    behind = dropwhile(lambda frame: (frame.filename, frame.name) != (__file__, "__exit__"), frames)
    own = (frame for frame in behind if _DATABASE not in Path(frame.filename).parents)
    found = next((frame for frame in own if Path(frame.filename).name != "contextlib.py"), None)
    return f"{found.filename}:{found.lineno} ({found.name})" if found else "?"
