"""Whose turn it is: requests that wait for a thread, in turn by who asks.

However many one address asks at a time, everybody else waits for one of them at most for each thread.
"""

from __future__ import annotations

import threading
from collections import deque
from queue import SimpleQueue
from typing import Generic, TypeVar

from referee.core.access.rates import network_of

Item = TypeVar("Item")


class Turns(Generic[Item]):
    """What waits, taken out in turn by who brought it, and in order for each of them."""

    def __init__(self) -> None:
        self._of: dict[str, deque[Item]] = {}
        self._turn: deque[str] = deque()
        self._lock = threading.Lock()
        self._arrivals: SimpleQueue[None] = SimpleQueue()  # one for each that waits; it wakes a thread in C

    def put(self, who: str, item: Item) -> None:
        """Let something wait."""
        with self._lock:
            waiting = self._of.get(who)
            if waiting is None:
                self._of[who] = deque((item,))
                self._turn.append(who)
            else:
                waiting.append(item)
        self._arrivals.put(None)

    def take(self) -> Item:
        """What is next, as soon as there is something."""
        self._arrivals.get()
        with self._lock:
            who = self._turn.popleft()
            waiting = self._of[who]
            item = waiting.popleft()
            if waiting:
                self._turn.append(who)
            else:
                del self._of[who]
            return item


def client_network(remote: str, forwarded: str | None, hops: int) -> str:
    """Whose network asks, behind so many proxies that add to ``forwarded``."""
    if hops and forwarded:
        passed = [each.strip() for each in forwarded.split(",")]
        remote = passed[-hops] if len(passed) >= hops else passed[0]
    return network_of(remote)
