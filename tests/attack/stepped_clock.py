"""A clock that somebody sets while a process runs: copied as ``sitecustomize.py`` where the process finds it first.

The file that ``REFEREE_TESTS_STEP`` names says by how many seconds the wall clock is wrong.  The monotonic clock goes
on as it does, and so it is where the clock of a machine is set.
"""

from __future__ import annotations

import os
import time

BILLION = 1_000_000_000
step_file = os.environ.get("REFEREE_TESTS_STEP", "")
right_clock, right_ns, right_get, right_get_ns = time.time, time.time_ns, time.clock_gettime, time.clock_gettime_ns


def step() -> int:
    """By how many seconds the clock is wrong now."""
    try:
        with open(step_file, encoding="utf-8") as file:
            return int(file.read() or 0)
    except OSError:
        return 0


def stepped() -> float:
    """The wall clock."""
    return right_clock() + step()


def stepped_ns() -> int:
    """The wall clock in nanoseconds."""
    return right_ns() + step() * BILLION


def stepped_get(which: int) -> float:
    """Any clock, the wall clock as it is set."""
    return right_get(which) + (step() if which == time.CLOCK_REALTIME else 0)


def stepped_get_ns(which: int) -> int:
    """Any clock in nanoseconds, the wall clock as it is set."""
    return right_get_ns(which) + (step() * BILLION if which == time.CLOCK_REALTIME else 0)


if step_file:
    time.time, time.time_ns = stepped, stepped_ns
    time.clock_gettime, time.clock_gettime_ns = stepped_get, stepped_get_ns
