"""How often what may be done, where a request comes from, and attempts lately, counted in the memory of a process."""

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
"""Bits of an IPv6 address that count: whoever has one address has all that begin alike."""


def parsed(address: str | None) -> IPv4Address | IPv6Address | None:
    """An address; one of IPv4 also where it is written as one of IPv6.  None for what is no address."""
    try:
        found = ip_address((address or "").partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


@lru_cache(maxsize=4096)  # every request asks, and a hall has few addresses
def network_of(address: str | None) -> str:
    """What is counted for an address: itself, or the part of an IPv6 address that its holder cannot change."""
    found = parsed(address)
    if isinstance(found, IPv6Address):
        return f"{int(found) >> 128 - PREFIX:x}/{PREFIX}"
    return "" if found is None else str(found)


def is_local() -> bool:
    """Whether a request comes from this machine itself, and by no proxy."""
    if any(name in request.headers for name in ("X-Forwarded-For", "Forwarded", "Via")):
        return False
    found = parsed(request.remote_addr)
    return found is not None and found.is_loopback


class Rate(NamedTuple):
    """``most`` times in a window of ``seconds``."""

    what: str
    most: int
    seconds: int


LOG_IN = Rate("log-in", 10, 300)
"""For an address and a log-in name, and for a browser that knows the name: wrong guesses at somebody's password."""
LOG_IN_ADDRESS = Rate("log-in-address", 100, 300)
"""For an address, which may be that of a whole hall: wrong guesses at anybody's."""
LOG_IN_ACCOUNT = Rate("log-in-account", 30, 300)
"""For a log-in name: wrong guesses from browsers that have never got in by it, wherever they are."""
WRONG_CODE = Rate("wrong-code", 100, 300)
"""For an address: codes that are none.  A code is not guessed anyway; this one only slows whoever tries."""
CODE = Rate("code", 30, 300)
"""For a link or code itself: how often it is redeemed."""
TRIAL = Rate("trial", 1200, 60)
"""For a credential: a page that tries whatever its reader points at."""
CALL = Rate("call", 30, 60)
"""For a credential: a tablet in the hands of somebody impatient."""


def too_many(seconds: float) -> Problem:
    """The problem ``too_many``: to be tried again in so many seconds."""
    whole = max(1, ceil(seconds))
    return Problem("too_many", headers={"Retry-After": str(whole)}, seconds=whole)


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
