"""The service's clock: the wall clock, but steady.  When the wall clock is set forward or back, it goes on as before.

Time is measured by a clock of the machine that nobody can set and that keeps running while the machine sleeps
(`passed`).  If the wall clock moves away from it by more than `STEP` at once, somebody or something has set it: a step.
From then on the step is subtracted (`Steady.correction`), so that spans stay what they were.  What a step means for the
other processes and for running rounds is up to `referee.clocks.steps`.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

STEP = 5000
"""Milliseconds.  Network time services step by a second or less and slew the rest, and so does a leap second; nobody in
a hall notices five seconds; whoever sets a clock by hand moves it by more."""
APART = 50
"""Milliseconds that may pass between two readings that count as simultaneous."""

Read = Callable[[], tuple[int, int]]
"""Returns the wall clock (ms since 1970, UTC) and `passed`, both of the same moment."""


def passed() -> int:
    """Milliseconds since an arbitrary moment, whatever the wall clock is set to; includes the time that the machine
    sleeps.
    """
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000
    if sys.platform == "darwin":  # its other monotonic clock stops while it sleeps
        return time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1_000_000
    return time.monotonic_ns() // 1_000_000


def boot() -> str:
    """An id of the machine's current boot, because `passed` starts anew with each; empty if the system has none."""
    with suppress(OSError):
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()[:36]
    return ""


def read_machine_clocks() -> tuple[int, int]:
    """Read this machine's wall clock and `passed` together."""
    while True:
        before = passed()
        wall = time.time_ns() // 1_000_000
        after = passed()
        if after - before <= APART:  # else the process was interrupted between them
            return wall, after


class Steady:
    """A clock that steps of the wall clock do not move.  ``correction``: the ms that are added to the wall clock."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._lock = threading.Lock()
        self.correction = 0
        self._at: int | None = None
        self._passed = 0

    def now(self) -> int:
        """The current time in ms since 1970."""
        with self._lock:
            wall, since_boot = self._read()
            at = wall + self.correction
            if self._at is not None:
                expected = self._at + since_boot - self._passed
                if abs(at - expected) > STEP:
                    self.correction += expected - at
                    at = expected
            # The next reading is compared with this one, so that slewing never adds up to a step.
            self._at, self._passed = at, since_boot
            return at

    def passed(self) -> int:
        """The reading of `passed` that this clock is based on."""
        return self._read()[1]

    def resume(self, correction: int, seen_at: int, seen_passed: int | None) -> None:
        """Continue from an earlier reading: with the correction, the clock showed ``seen_at``, and it does not fall
        behind that by more than `STEP`.

        ``seen_passed``: what `passed` was then, if the machine has not been rebooted since; then steps made meanwhile
        are noticed.
        """
        with self._lock:
            wall, _ = self._read()
            self.correction, self._at = correction, None
            if seen_passed is not None:
                self._at, self._passed = seen_at, seen_passed
            elif wall + correction < seen_at - STEP:
                self.correction = seen_at - wall

    def use_correction(self, correction: int) -> None:
        """Use another correction from now on, the one that the other processes use."""
        with self._lock:
            self.correction, self._at = correction, None
