"""The state of a run, a file in its folder: written by the process that makes the document, read by requests.

That process holds a lock in the folder for as long as it lives.  However it ends, even by a power cut, the lock is
released: that tells a run whose process has died from one that is merely slow.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

if sys.platform != "win32":
    import fcntl

SILENT_SECONDS = 60
"""Where there are no such locks (Windows), a run counts as dead after this long without an update."""
RUNNING, DONE, FAULTY, BROKEN, FULL = "running", "done", "faulty", "broken", "full"
ORDER, STATE, PDF, LOCK = "order.pickle", "state.json", "paper.pdf", "lock"


class RunState(NamedTuple):
    """The state of a run.  ``done``, ``sheets``: sheets made, and in all; ``faults``: what cannot be printed, as path,
    code and facts.
    """

    event_id: str
    document: str
    file: str
    state: str
    done: int
    sheets: int
    faults: list[Any]


def state_in(run: Path) -> RunState | None:
    """The state of the run in a folder; None if it is missing or incomplete (a power cut).  A run whose process has
    died is broken.
    """
    found = read_state(run)
    if found is None or found.state != RUNNING or is_alive(run):
        return found
    found = read_state(run)  # it may have finished between the two reads
    return found._replace(state=BROKEN) if found is not None and found.state == RUNNING else found


def read_state(run: Path) -> RunState | None:
    """The state as saved, whether or not the process is alive; None if it is missing or incomplete."""
    try:
        return RunState(**json.loads((run / STATE).read_text("utf-8")))
    except (FileNotFoundError, NotADirectoryError, ValueError, TypeError):
        return None


def is_alive(run: Path) -> bool:
    """Whether the process that makes a run's document is alive."""
    if sys.platform == "win32":
        return time.time() - (run / STATE).stat().st_mtime <= SILENT_SECONDS
    try:
        descriptor = os.open(run / LOCK, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


@contextmanager
def locked(run: Path) -> Iterator[tuple[int, ...]]:
    """Lock a run, and yield the file descriptors that its process is to inherit, which makes it hold the lock from its
    first moment to its last.
    """
    if sys.platform == "win32":
        yield ()
        return
    descriptor = os.open(run / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield (descriptor,)
    finally:
        os.close(descriptor)


def write(run: Path, state: RunState) -> None:
    """Save the state of a run atomically.  Raises OSError."""
    part = run / f"{STATE}.{os.getpid()}"
    try:
        part.write_text(json.dumps(state._asdict()), "utf-8")
        part.replace(run / STATE)
    finally:
        part.unlink(missing_ok=True)
