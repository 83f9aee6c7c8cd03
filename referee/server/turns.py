"""A fair queue of requests that wait for a thread: clients take turns.

However many requests one client sends at a time, every other client waits for at most one of them per thread.
"""

from __future__ import annotations

import threading
from collections import deque
from queue import SimpleQueue
from typing import Generic, TypeVar

from referee.core.access.limits import network_of

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """A queue that serves its senders round-robin, and the items of each sender in order."""

    def __init__(self) -> None:
        self._queues: dict[str, deque[Item]] = {}
        self._senders: deque[str] = deque()
        self._lock = threading.Lock()
        self._arrivals: SimpleQueue[None] = SimpleQueue()  # one per queued item; it blocks and wakes threads in C

    def put(self, sender: str, item: Item) -> None:
        with self._lock:
            waiting = self._queues.get(sender)
            if waiting is None:
                self._queues[sender] = deque((item,))
                self._senders.append(sender)
            else:
                waiting.append(item)
        self._arrivals.put(None)

    def take(self) -> Item:
        """Block until an item is queued, and return the next one in turn."""
        self._arrivals.get()
        with self._lock:
            sender = self._senders.popleft()
            waiting = self._queues[sender]
            item = waiting.popleft()
            if waiting:
                self._senders.append(sender)
            else:
                del self._queues[sender]
            return item


def client_network(remote: str, forwarded: str | None, hops: int) -> str:
    """The network that a request comes from, behind ``hops`` proxies that append to ``forwarded``."""
    if hops and forwarded:
        passed = [each.strip() for each in forwarded.split(",")]
        remote = passed[-hops] if len(passed) >= hops else passed[0]
    return network_of(remote)
