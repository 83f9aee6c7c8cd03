"""A process-wide cache of computed results, keyed by their inputs and bounded in size."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
T = TypeVar("T")


class SizedCache(Generic[K, T]):
    """A cache of at most ``most`` bytes; the least recently used entries are dropped first.

    ``weigh``: about how many bytes a key and its value take.  A value that alone exceeds ``most`` is not cached.
    """

    def __init__(self, most: int, weigh: Callable[[K, T], int]) -> None:
        self.most = most
        self.weight = 0
        self._weigh = weigh
        self._kept: OrderedDict[K, tuple[int, T]] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: K, make: Callable[[], T]) -> T:
        """Return the value of a key, made if it is not cached; two threads that ask at once may both make it."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
                return found[1]
        value = make()
        weight = self._weigh(key, value)
        with self._lock:
            if key not in self._kept and weight <= self.most:
                self._kept[key] = weight, value
                self.weight += weight
                while self.weight > self.most:
                    self.weight -= self._kept.popitem(last=False)[1][0]
        return value
