"""The turn to write to SQLite.

SQLite lets one writer in at a time; the others would sleep and try again, later and later, which starves some of them.
Waiting here instead, in a queue, keeps the longest wait short.  Between processes a file lock does it, where there is
one.
"""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path
from types import TracebackType

if sys.platform != "win32":
    import fcntl


class WriterLock:
    """A lock between the threads of this process and, on POSIX, between all processes that name the same file."""

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
