"""Files that only their owner reads, and what a disk says when it is full."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

OTHERS = 0o077
"""What the group and everybody else may do."""
BESIDE = ("", "-wal", "-shm", "-journal", "-writer")
"""The ends of the names of an SQLite database's files, which get the mode of the first."""


def new_file(path: Path) -> None:
    """Have a file there before anybody else makes it, as a database does with the mode that the system gives.

    One that is there is not opened: closing it would end the locks that this process has on it.
    """
    if os.name == "posix":
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))


def keep_database(path: Path) -> None:
    """Take what others may do from the files of an SQLite database."""
    for end in BESIDE:
        close(path.with_name(path.name + end))


def keep_data(data: Path) -> None:
    """Take what others may do from the data directory, its secret and its backups.  Not from a folder that everybody
    shares, such as ``/tmp``; what else lies in it is not ours.
    """
    if data.stat().st_mode & stat.S_ISVTX == 0:
        close(data)
    backups = data / "backups"
    for each in (data / "secret", backups, *(backups.iterdir() if backups.is_dir() else ())):
        close(each)


def close(path: Path) -> None:
    """Take what others may do from a file or folder, if it is there and ours."""
    if os.name != "posix":
        return
    with suppress(FileNotFoundError):  # another process may take it away meanwhile
        found = path.lstat()
        if found.st_uid == os.geteuid() and found.st_mode & OTHERS and not stat.S_ISLNK(found.st_mode):
            path.chmod(stat.S_IMODE(found.st_mode) & ~OTHERS)


FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""No room, none for this user, none for a file of this size."""


def is_full(error: BaseException) -> bool:
    """Whether an error says that there is no room left."""
    return isinstance(error, OSError) and error.errno in FULL
