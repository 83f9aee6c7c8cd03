"""Files that only their owner may read, and errors that mean that the disk is full."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

OTHERS = 0o077
"""The permission bits of the group and of everybody else."""
DATABASE_SUFFIXES = ("", "-wal", "-shm", "-journal", "-writer")
"""Suffixes of the files that make up an SQLite database; they all get the mode of the first."""


def new_file(path: Path) -> None:
    """Create a file that only its owner may use, before somebody else creates it with the system's default mode, as
    SQLite does.

    An existing file is not opened: closing it again would release the locks that this process holds on it.
    """
    if os.name == "posix":
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))


def restrict_database(path: Path) -> None:
    """Make the files of an SQLite database inaccessible to other users."""
    for end in DATABASE_SUFFIXES:
        restrict(path.with_name(path.name + end))


def restrict_data(data: Path) -> None:
    """Make the data directory, the secret and the backups inaccessible to other users.  A directory that everybody
    shares, such as ``/tmp``, stays as it is; whatever else is in it is not ours.
    """
    if data.stat().st_mode & stat.S_ISVTX == 0:
        restrict(data)
    backups = data / "backups"
    for each in (data / "secret", backups, *(backups.iterdir() if backups.is_dir() else ())):
        restrict(each)


def restrict(path: Path) -> None:
    """Make a file or folder inaccessible to other users, if it exists and is ours."""
    if os.name != "posix":
        return
    with suppress(FileNotFoundError):  # another process may delete it meanwhile
        found = path.lstat()
        if found.st_uid == os.geteuid() and found.st_mode & OTHERS and not stat.S_ISLNK(found.st_mode):
            path.chmod(stat.S_IMODE(found.st_mode) & ~OTHERS)


FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""The disk is full, the user's quota is used up, or the file would be too large."""


def is_full(error: BaseException) -> bool:
    """Whether an error means that there is no space left."""
    return isinstance(error, OSError) and error.errno in FULL
