"""The processes of a service, seen from outside: which they are, and the memory that they take."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress
from pathlib import Path

PROC = Path("/proc")
PAUSE = 0.05
"""Seconds between two looks at the memory."""
FATAL = 1500.0
"""Megabytes of growth at which a service is killed: the machine is needed for other things."""


def parents() -> dict[int, int]:
    """Every process of this machine and the one that started it; nothing where the system does not tell."""
    parent_of = {}
    for each in PROC.glob("[0-9]*/stat"):
        with suppress(OSError, ValueError):
            parent_of[int(each.parent.name)] = int(each.read_text("utf-8", "replace").rpartition(")")[2].split()[1])
    return parent_of


def family(pid: int) -> list[int]:
    """A process and all that come from it."""
    parent_of = parents()
    members = [pid] if pid in parent_of else []
    for each in members:
        members += [child for child, parent in parent_of.items() if parent == each]
    return members


def workers(pid: int) -> list[int]:
    """The processes of a service that answer requests: those with many threads at the end of the line."""
    parent_of = parents()
    ends = [each for each in family(pid) if each != pid and each not in parent_of.values()]
    return [each for each in ends if "resource_tracker" not in _read(each, "cmdline") and _threads(each) > 1]


def _read(pid: int, name: str) -> str:
    with suppress(OSError):
        return (PROC / str(pid) / name).read_text("utf-8", "replace")
    return ""


def _threads(pid: int) -> int:
    with suppress(OSError):
        return len(list((PROC / str(pid) / "task").iterdir()))
    return 0


def resident(pid: int) -> float:
    """Megabytes that a process and all that come from it hold for themselves."""
    pages = 0
    for each in family(pid):
        words = _read(each, "statm").split()
        if len(words) > 2:
            pages += int(words[1]) - int(words[2])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1_000_000


class MemoryWatch:
    """Looks at the memory of a service while something is done to it.

    ``growth``: the most that it had more than at first, None where the system does not tell; ``ended``: whether the
    service was killed because it took `FATAL`.
    """

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.before = resident(pid)
        self.growth: float | None = 0.0 if self.before else None
        self.ended = False
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> MemoryWatch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while self.growth is not None and not self._over.wait(PAUSE):
            self.growth = max(self.growth, resident(self.pid) - self.before)
            if self.growth > FATAL:
                self.ended = True
                for each in reversed(family(self.pid)):
                    with suppress(ProcessLookupError):
                        os.kill(each, signal.SIGKILL)
                return
