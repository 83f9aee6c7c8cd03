"""How long a test holds the turn to write: nothing slow happens meanwhile."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from referee.core.database import write_turn as turn


class Collections:
    """What Python's garbage collection took, for `gc.callbacks`.  It comes when it likes and looks through all that the
    tests have loaded, which a service has put out of its sight.
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
        """The seconds of work of this thread for it in the last so many."""
        mine, since = threading.get_ident(), time.perf_counter() - seconds
        return sum(work for thread, ended, work in self._done if thread == mine and ended >= since)


MOST = 2 * turn.LONG
"""Seconds, whatever a test makes of it: twice what a service complains of, for beside other processes of tests the same
work takes a processor up to twice as long.
"""


@contextmanager
def short_turns(most: float = MOST) -> Iterator[None]:
    """Every transaction to write of this process takes less than 400 ms (``most``) of work.

    What is counted is the processor's time of the thread that holds the turn, not the clock on the wall: a machine that
    is slow to give it a processor, or a disk that is slow to make things durable, fails no test.  Nor does garbage
    collection, which is counted out.
    """
    long: list[str] = []
    collections = Collections()

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
