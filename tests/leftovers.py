"""Ends whatever a run of the tests has started once the run itself is gone, even if it was killed.

The run has a mark in its environment, which everything that it starts inherits, and a watchdog, a process in a session
of its own.  Once the run is no longer its parent, whatever ended it, the watchdog ends all processes with the mark:
services and their workers, forkservers, PostgreSQL servers, browsers.  They are found in /proc; without it nothing is
watched.

A run on several processes has a controller, and each of its workers is a run of its own, with its own mark besides the
controller's, and its own watchdog.  That also looks at the controller: so the workers end with it whether or not its
own watchdog is still there.
"""

from __future__ import annotations

import os
import secrets
import signal
import sys
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

MARK = "REFEREE_TESTS_RUN"
PROC = Path("/proc")
LOOK = 0.2
"""Seconds between two looks at the parent."""
IN_PEACE = 3.0
"""Seconds that processes get to end by themselves: a PostgreSQL server then leaves no shared memory behind."""


@cache
def end_with_this_process() -> None:
    """Have everything that this process starts from now on ended after it."""
    if not PROC.is_dir():
        return
    mark = secrets.token_hex(8)
    controller = str(os.getppid()) if "PYTEST_XDIST_WORKER" in os.environ else ""
    command = [sys.executable, "-S", __file__, str(os.getpid()), mark, controller]
    nothing = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in range(3)]  # or readers would wait
    os.posix_spawn(sys.executable, command, os.environ, file_actions=nothing, setsid=True)
    os.environ[MARK] = f"{os.environ[MARK]} {mark}" if controller and MARK in os.environ else mark


def marked(mark: str) -> list[int]:
    """The living processes with a mark."""
    name, wanted = f"{MARK}=".encode(), mark.encode()
    found = []
    for folder in PROC.glob("[0-9]*"):
        with suppress(OSError):
            for each in (folder / "environ").read_bytes().split(b"\0"):
                if each.startswith(name) and wanted in each[len(name) :].split():
                    found.append(int(folder.name))
    return found


def end(mark: str) -> None:
    """End all processes with a mark, and those that they start meanwhile."""
    until = time.monotonic() + IN_PEACE
    kind = signal.SIGTERM
    while left := marked(mark):
        for pid in left:
            with suppress(OSError):
                os.kill(pid, kind)
        while kind is signal.SIGTERM and marked(mark) and time.monotonic() < until:
            time.sleep(0.05)
        kind = signal.SIGKILL
        time.sleep(0.05)


def parent_of(pid: int) -> int:
    """The parent of a process; 0 if it has ended."""
    try:
        return int((PROC / str(pid) / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()[1])
    except OSError:
        return 0


def watch(parent: int, mark: str, controller: int | None) -> None:
    """Wait until this process has another parent, then end all processes with a mark; or until that has another parent
    than its controller, then end it too.
    """
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, signal.SIG_IGN)  # it ends after the run, not with it
    while os.getppid() == parent:
        if controller is not None and parent_of(parent) != controller:
            with suppress(OSError):
                os.kill(parent, signal.SIGKILL)
        time.sleep(LOOK)
    end(mark)


if __name__ == "__main__":
    watch(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]) if sys.argv[3] else None)
