"""Attempts lately, counted in the memory of a process: a flood of them costs neither rows nor hashes.

What is counted here is each process's own, and is forgotten with it.  What must hold for all of them is counted in the
database as well (`referee.access.limits`).
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

from referee.access.rates import Rate, too_many

MOST = 4096
"""Whoever is remembered at most: a megabyte, however many addresses somebody has."""


class Lately:
    """How often whom lately.  Time is the process's own: no clock that is set anew makes a window longer.

    When there are too many, whoever has been silent for longest is forgotten first.
    """

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._counts: OrderedDict[tuple[str, ...], tuple[float, int]] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._counts)

    def spend(self, rate: Rate, *whom: str) -> None:
        """Count an attempt.  Raises the problem ``too_many``, and then it does not count."""
        key, now = (rate.what, *whom), self._seconds()
        with self._lock:
            until, count = self._counts.pop(key, (0.0, 0))
            if until <= now:
                until, count = now + rate.seconds, 0
            over = count >= rate.most
            self._counts[key] = (until, count if over else count + 1)
            if len(self._counts) > MOST:
                self._counts.popitem(last=False)
        if over:
            raise too_many(until - now)

    def give_back(self, rate: Rate, *whom: str) -> None:
        """An attempt was none that counts: it was right, or was not made."""
        key = (rate.what, *whom)
        with self._lock:
            until, count = self._counts.get(key, (0.0, 0))
            if count > 1:
                self._counts[key] = (until, count - 1)
            elif count:
                del self._counts[key]
