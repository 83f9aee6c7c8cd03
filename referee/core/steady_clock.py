"""The service's clock: the wall's, but steady.  When the wall clock is put forward or back, it goes on as before.

Time is counted by a clock of the machine that nobody can set and that goes on while it sleeps (`passed`).  Where the
wall clock moves away from it by more than `STEP` at once, somebody or something has set it: a step.  What it was put
forward by is taken off from then on (`Steady.correction`), so that spans stay what they were.  What becomes of a step,
for all processes and for running rounds, is `referee.clocks.steps`' affair.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

STEP = 5000
"""Milliseconds.  What sets clocks by the network steps by a second or less, and slews the rest, as does a leap second;
nobody in a hall notices five seconds; whoever sets a clock by hand moves it by more."""
APART = 50
"""Milliseconds that may pass between two readings that belong together."""

Read = Callable[[], tuple[int, int]]
"""Gives the wall clock (ms since 1970, UTC) and `passed` of the same moment."""


def passed() -> int:
    """Milliseconds since some moment, whatever the wall clock is set to; the machine's sleep counts."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000
    if sys.platform == "darwin":  # whose other monotonic clock stands while it sleeps
        return time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1_000_000
    return time.monotonic_ns() // 1_000_000


def boot() -> str:
    """What tells one start of the machine from another, for `passed` begins anew; empty where nothing does."""
    with suppress(OSError):
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()[:36]
    return ""


def of_machine() -> tuple[int, int]:
    """This machine's wall clock and `passed`."""
    while True:
        before = passed()
        wall = time.time_ns() // 1_000_000
        after = passed()
        if after - before <= APART:  # else the process was interrupted between them
            return wall, after


class Steady:
    """A clock that no step of the wall clock moves.  ``correction``: what is added to the wall clock."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._lock = threading.Lock()
        self.correction = 0
        self._at: int | None = None
        self._passed = 0

    def now(self) -> int:
        """The moment now in ms since 1970."""
        with self._lock:
            wall, since_boot = self._read()
            at = wall + self.correction
            if self._at is not None:
                expected = self._at + since_boot - self._passed
                if abs(at - expected) > STEP:
                    self.correction += expected - at
                    at = expected
            # The next step is looked for from here on: what is slewed never adds up to one.
            self._at, self._passed = at, since_boot
            return at

    def passed(self) -> int:
        """`passed`, of the clock that this one is counted by."""
        return self._read()[1]

    def begin(self, correction: int, seen_at: int, seen_passed: int | None) -> None:
        """Go on from what was seen before: the clock with a correction showed ``seen_at``, which it does not go behind.

        ``seen_passed``: what `passed` was then, if the machine has not been started since; steps meanwhile are noticed.
        """
        with self._lock:
            wall, _ = self._read()
            self.correction, self._at = correction, None
            if seen_passed is not None:
                self._at, self._passed = seen_at, seen_passed
            elif wall + correction < seen_at - STEP:
                self.correction = seen_at - wall

    def take(self, correction: int) -> None:
        """Go by another correction from now on, as the other processes do."""
        with self._lock:
            self.correction, self._at = correction, None
