"""Notices that the files of an SQLite database are no longer those that this process has open.

On POSIX an open file can be deleted, moved, or replaced by an older copy, as clients of cloud storage do.  SQLite does
not notice: it writes on into a file that nobody will ever open again.  So before anything is acknowledged, the files
under the database's names are compared with those that were opened, and while they differ, nothing is.  (On Windows an
open file cannot be taken away.)

The numbers of an open file are not given to another one, so comparing device and inode is sure.  A file that was
overwritten in place keeps them, but is shorter than before, unless what it was overwritten with is just as long: SQLite
only lets it grow.  Reading it to tell would release the locks that this process has on it.
"""

from __future__ import annotations

import os
import threading
from pathlib import Path

JOURNALS = ("-wal", "-shm")
"""The files next to the database that exist while a process has it open: what was not yet moved into it, and where."""


class DatabaseLost(Exception):
    """The database's files are not those that were opened; the message says which, and what happened to it."""


class OwnFiles:
    """The files of one SQLite database, as this process has opened them.  ``path``: the database's own."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._known: dict[Path, tuple[int, int]] = {}
        self._size = 0
        self._overwritten = False

    def require(self) -> None:
        """Check that the database to connect to is there: SQLite would create one.  Raises `DatabaseLost`."""
        if self._known:
            self.check()
        else:
            _stat(self._path)

    def opened(self) -> None:
        """Remember the files of the first connection, or check those of a further one.  Raises `DatabaseLost`."""
        if self._known:
            self.check()
            return
        found = {self._path: _stat(self._path)}
        for end in JOURNALS:  # where the file system allows no shared memory, there are none
            path = self._path.with_name(self._path.name + end)
            if path.exists():
                found[path] = _stat(path)
        self._size = found[self._path].st_size
        self._known = {path: (each.st_dev, each.st_ino) for path, each in found.items()}

    def check(self) -> None:
        """Check that the files are still those that were opened.  Raises `DatabaseLost`."""
        with self._lock:  # or an older size could be compared with a newer one
            for path, known in self._known.items():
                found = _stat(path)
                if (found.st_dev, found.st_ino) != known:
                    raise DatabaseLost(f"{path} was replaced by another file")
                if path == self._path:
                    # Remembered, because SQLite will soon have filled the file up again.
                    self._overwritten = self._overwritten or found.st_size < self._size
                    self._size = found.st_size
            if self._overwritten:
                raise DatabaseLost(f"{self._path} was cut short or overwritten")

    @property
    def readable(self) -> bool:
        """Whether what was opened is still as it was written, whatever there is under the files' names."""
        return not self._overwritten

    @property
    def lost(self) -> str | None:
        """What has happened to the files; None if they are as they were opened."""
        try:
            self.check()
        except DatabaseLost as error:
            return str(error)
        return None


def _stat(path: Path) -> os.stat_result:
    try:
        return path.stat()
    except (FileNotFoundError, NotADirectoryError):
        raise DatabaseLost(f"{path} was deleted or moved") from None
    except OSError as error:  # the directory cannot be searched any more, the disk is gone
        raise DatabaseLost(f"{path}: {error.strerror}") from error
