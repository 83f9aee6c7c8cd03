"""Simulates setting the clock while a process runs, and those that it forks: imported there before the program starts.

The file named by ``REFEREE_TESTS_STEP`` contains by how many seconds the wall clock is off.  As on a real machine whose
clock is set, the monotonic clock is not affected.
"""

from __future__ import annotations

import os
import time

BILLION = 1_000_000_000
step_file = os.environ.get("REFEREE_TESTS_STEP", "")
right_clock, right_ns, right_get, right_get_ns = time.time, time.time_ns, time.clock_gettime, time.clock_gettime_ns


def step() -> int:
    """By how many seconds the wall clock is off now."""
    try:
        with open(step_file, encoding="utf-8") as file:
            return int(file.read() or 0)
    except OSError:
        return 0


def stepped() -> float:
    """Replaces `time.time`."""
    return right_clock() + step()


def stepped_ns() -> int:
    """Replaces `time.time_ns`."""
    return right_ns() + step() * BILLION


def stepped_get(which: int) -> float:
    """Replaces `time.clock_gettime`; only the wall clock is stepped."""
    return right_get(which) + (step() if which == time.CLOCK_REALTIME else 0)


def stepped_get_ns(which: int) -> int:
    """Replaces `time.clock_gettime_ns`; only the wall clock is stepped."""
    return right_get_ns(which) + (step() * BILLION if which == time.CLOCK_REALTIME else 0)


if step_file:
    time.time, time.time_ns = stepped, stepped_ns
    time.clock_gettime, time.clock_gettime_ns = stepped_get, stepped_get_ns
