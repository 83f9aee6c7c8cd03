"""Checks how long a test holds the write lock: nothing slow may happen while it does."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from referee.core.database import write_turn as turn


class GarbageCollections:
    """Measures the time taken by garbage collection, as one of `gc.callbacks`.  A collection may start at any time and
    traverses everything that the tests have loaded, whereas a service freezes what it has loaded.
    """

    def __init__(self) -> None:
        self._began = 0.0
        self._done: list[tuple[int, float, float]] = []

    def __call__(self, phase: str, _info: object) -> None:
        if phase == "start":
            self._began = time.thread_time()
        else:
            self._done.append((threading.get_ident(), time.perf_counter(), time.thread_time() - self._began))

    def worked(self, seconds: float) -> float:
        """The seconds that this thread spent on garbage collection in the last ``seconds``."""
        mine, since = threading.get_ident(), time.perf_counter() - seconds
        return sum(work for thread, ended, work in self._done if thread == mine and ended >= since)


MAX_WORK = 2 * turn.LONG
"""Seconds; twice the limit above which a service logs a warning, because next to other test processes the same work
takes up to twice as much processor time.
"""


@contextmanager
def short_turns(most: float = MAX_WORK) -> Iterator[None]:
    """Assert that every write transaction of this process takes less than 400 ms (``most``) of work.

    This counts processor time of the thread that holds the lock, not wall-clock time: a busy machine or a slow disk
    fails no test.  Nor does garbage collection, which is subtracted.
    """
    long: list[str] = []
    collections = GarbageCollections()

    def held(each: turn.WriteTurn) -> None:
        worked = each.worked - collections.worked(each.seconds)
        if worked > most:
            long.append(f"{worked * 1000:.0f} ms of work in a transaction: {turn.held_by()}")

    turn.listen(held)
    gc.callbacks.append(collections)
    try:
        yield
    finally:
        turn.unlisten(held)
        gc.callbacks.remove(collections)
    assert not long, "\n".join(long)
