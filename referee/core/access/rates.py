"""How often somebody may do what, where a request comes from, and counts of recent attempts in a process's memory."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from math import ceil
from typing import NamedTuple

from flask import request

from referee.core.problems import Problem

PREFIX = 64
"""The bits of an IPv6 address that count: whoever has one address has the whole network that begins with them."""


def parse_address(address: str | None) -> IPv4Address | IPv6Address | None:
    """Parse an address; IPv4 also if it is mapped to IPv6.  None if it is not an address."""
    try:
        found = ip_address((address or "").partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


@lru_cache(maxsize=4096)  # every request asks, and a hall has few addresses
def network_of(address: str | None) -> str:
    """What an address is counted as: itself, or the part of an IPv6 address that its holder cannot change."""
    found = parse_address(address)
    if isinstance(found, IPv6Address):
        return f"{int(found) >> 128 - PREFIX:x}/{PREFIX}"
    return "" if found is None else str(found)


def is_local() -> bool:
    """Whether a request comes from this machine itself, and not through a proxy."""
    if any(name in request.headers for name in ("X-Forwarded-For", "Forwarded", "Via")):
        return False
    found = parse_address(request.remote_addr)
    return found is not None and found.is_loopback


class Rate(NamedTuple):
    """At most ``most`` times in a window of ``seconds``."""

    what: str
    most: int
    seconds: int


LOG_IN = Rate("log-in", 10, 300)
"""Per address and log-in name, and per browser known to have logged in by that name: wrong guesses of its password."""
LOG_IN_ADDRESS = Rate("log-in-address", 100, 300)
"""Per address, which may be that of a whole hall: wrong guesses of anybody's password."""
LOG_IN_ACCOUNT = Rate("log-in-account", 30, 300)
"""Per log-in name: wrong guesses from browsers that have never logged in by it, wherever they are."""
SECOND_FACTOR = Rate("second-factor", 10, 300)
"""Per account: wrong codes of its second factor, from whoever knows its password."""
WRONG_CODE = Rate("wrong-code", 100, 300)
"""Per address: codes that do not exist.  Codes cannot be guessed anyway; this only slows down whoever tries."""
CODE = Rate("code", 30, 300)
"""Per link or code: how often it is redeemed."""
TRIAL = Rate("trial", 1200, 60)
"""Per credential: a page that tries whatever its reader points at."""
CALL = Rate("call", 30, 60)
"""Per credential: a tablet in the hands of somebody impatient."""


def too_many(seconds: float) -> Problem:
    """The problem ``too_many``: try again in so many seconds."""
    whole = max(1, ceil(seconds))
    return Problem("too_many", headers={"Retry-After": str(whole)}, seconds=whole)


MOST = 4096
"""How many counts are kept at most: a megabyte, however many addresses somebody has."""


class RecentAttempts:
    """Counts recent attempts, by monotonic time: setting the clock does not make a window longer.

    If there are too many counts, the one that has not been used for longest is dropped first.
    """

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._counts: OrderedDict[tuple[str, ...], tuple[float, int]] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._counts)

    def spend(self, rate: Rate, *whom: str) -> None:
        """Count an attempt.  Raises the problem ``too_many``, in which case it does not count."""
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
        """Take back an attempt that does not count: it was right, or was not made."""
        key = (rate.what, *whom)
        with self._lock:
            until, count = self._counts.get(key, (0.0, 0))
            if count > 1:
                self._counts[key] = (until, count - 1)
            elif count:
                del self._counts[key]
