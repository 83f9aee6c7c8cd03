"""The processes of a service as the system shows them, and their memory."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress
from pathlib import Path

PROC = Path("/proc")
PAUSE = 0.05
"""Seconds between two measurements of memory."""
FATAL = 1500.0
"""Megabytes of growth at which a service is killed, to protect the machine."""


def parents() -> dict[int, int]:
    """Map every process of this machine to its parent; empty if the system has no /proc."""
    parent_of = {}
    for each in PROC.glob("[0-9]*/stat"):
        with suppress(OSError, ValueError):
            parent_of[int(each.parent.name)] = int(each.read_text("utf-8", "replace").rpartition(")")[2].split()[1])
    return parent_of


def family(pid: int) -> list[int]:
    """A process and all its descendants."""
    parent_of = parents()
    members = [pid] if pid in parent_of else []
    for each in members:
        members += [child for child, parent in parent_of.items() if parent == each]
    return members


def workers(pid: int) -> list[int]:
    """The processes of a service that answer requests: those without children that have several threads."""
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


def resident_megabytes(pid: int) -> float:
    """Unshared resident memory of a process and all its descendants, in megabytes."""
    pages = 0
    for each in family(pid):
        words = _read(each, "statm").split()
        if len(words) > 2:
            pages += int(words[1]) - int(words[2])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1_000_000


class MemoryWatch:
    """Monitors the memory of a service for the duration of the block.

    ``growth``: the maximum growth in megabytes, None if the system does not tell; ``ended``: whether the service was
    killed because it grew by more than `FATAL`.
    """

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.before = resident_megabytes(pid)
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
            self.growth = max(self.growth, resident_megabytes(self.pid) - self.before)
            if self.growth > FATAL:
                self.ended = True
                for each in reversed(family(self.pid)):
                    with suppress(ProcessLookupError):
                        os.kill(each, signal.SIGKILL)
                return
