"""How often somebody may do what: limits that all processes share, and counts in a process's memory."""

from __future__ import annotations

import hashlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from math import ceil
from typing import Any, NamedTuple

from flask import request
from sqlalchemy import text

from referee.core.database.database import Database
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
LEFT_BEHIND = Rate("left-behind", 10, 300)
"""Per credential, in force or not: how often it puts unsent reports down."""
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


SPEND = text(
    "INSERT INTO rate_limit (name, opened_at, count) VALUES (:name, :now, :times)"
    " ON CONFLICT (name) DO UPDATE SET"
    " count = CASE WHEN rate_limit.opened_at <= :over OR rate_limit.opened_at > :future"
    " THEN :times ELSE rate_limit.count + :times END,"
    " opened_at = CASE WHEN rate_limit.opened_at <= :over OR rate_limit.opened_at > :future"
    " THEN :now ELSE rate_limit.opened_at END"
    " RETURNING opened_at, count"
)
SPENT = "SELECT opened_at, count FROM rate_limit WHERE name = :name"
FORGET = text("DELETE FROM rate_limit WHERE opened_at < :before OR opened_at > :future")
KEPT = 24 * 60 * 60 * 1000
"""Milliseconds after which a window is certainly over, whatever it counts."""
CLOCK_TOLERANCE = 60 * 1000
"""A window that opened more than so many milliseconds in the future is over, because the clock was set back since;
anything less may be the difference between two processes' clocks."""
MAX_REMEMBERED = 4096
NAME_BITS = 16
"""How many bits of a name's hash are used where strangers choose the names; this bounds the number of rows."""
EXPLANATION = 10
"""How many trials an explanation counts as: it asks the rules about hundreds of reports."""
CORRECTION = 40
"""How many trials a correction counts as: the whole game is judged again."""
REPORTS_A_TRIAL = 10
"""How many reports tried at once count as one trial."""
RESERVED_TRIALS = 60
"""How many trials a process reserves in the database at a time, so that only one in sixty costs a transaction."""


class Limits:
    """The limits of a service, counted in its database; ``recent`` has those that each process counts in memory.

    A process remembers who has reached a limit, so that a flood of attempts does not become a flood of transactions;
    and it uses up the trials that it has reserved before it asks the database for more.
    """

    def __init__(self, database: Database, secret: bytes) -> None:
        self.database = database
        self.recent = RecentAttempts()
        self._secret = secret
        self._blocked: dict[str, int] = {}
        self._trials: dict[str, tuple[int, int]] = {}
        self._lock = threading.Lock()
        self._spent = database.sql(SPENT)

    def spend(self, rate: Rate, *whom: str, times: int = 1) -> int:
        """Count an attempt; return when its window ends.  Raises the problem ``too_many``.

        ``whom``: the address, name or credential; only a hash of it is stored.
        """
        return self._count(rate, f"{rate.what}:{hashlib.sha256(repr(whom).encode()).hexdigest()[:40]}", times)

    def bucket(self, rate: Rate, name: str) -> str:
        """The row that counts a name which strangers choose.  Several names share a row, and nobody can tell which."""
        digest = hashlib.blake2b(name.encode(), key=self._secret[:64], person=b"rate limit").digest()
        return f"{rate.what}:{int.from_bytes(digest[:4]) >> 32 - NAME_BITS:x}"

    def refuse(self, rate: Rate, name: str) -> None:
        """Raise the problem ``too_many`` if the row of a `bucket` has reached the limit."""
        now, span = self.database.now(), rate.seconds * 1000
        self._refuse_known(rate, name, now)
        for opened_at, count in self.database.rows(self._spent, {"name": name}):
            if count >= rate.most and now - span < opened_at <= now + CLOCK_TOLERANCE:
                with self._lock:
                    _remember(self._blocked, name, opened_at + span)
                raise too_many((opened_at + span - now) / 1000)

    def count(self, rate: Rate, name: str) -> None:
        """Count an attempt in the row of a `bucket`; `refuse` tells when there were too many."""
        with self.database.write() as session:
            self._add(session.connection(), rate, name, 1, self.database.now())

    @contextmanager
    def wrong_ones(self, rate: Rate, whom: str, code: str) -> Iterator[None]:
        """Count what fails with the problem ``code``, such as a wrong password, and nothing else that is tried.

        Raises the problem ``too_many`` at the beginning, once there were too many.
        """
        row = self.bucket(rate, whom)
        self.refuse(rate, row)
        try:
            yield
        except Problem as problem:
            if problem.code == code:
                self.count(rate, row)
            raise

    def _refuse_known(self, rate: Rate, name: str, now: int) -> None:
        until = self._blocked.get(name, 0)
        # A window that ends later than one opened now was opened before the clock was set back.
        if now < until <= now + rate.seconds * 1000 + CLOCK_TOLERANCE:
            raise too_many((until - now) / 1000)

    def _count(self, rate: Rate, name: str, times: int) -> int:
        now, span = self.database.now(), rate.seconds * 1000
        self._refuse_known(rate, name, now)
        with self.database.write() as session:
            opened_at, count = self._add(session.connection(), rate, name, times, now)
        until = opened_at + span
        if count - times < rate.most:
            return until
        with self._lock:
            _remember(self._blocked, name, until)
        raise too_many((until - now) / 1000)

    def _add(self, connection: Any, rate: Rate, name: str, times: int, now: int) -> tuple[int, int]:
        over, future = now - rate.seconds * 1000, now + CLOCK_TOLERANCE
        values = {"name": name, "now": now, "over": over, "future": future, "times": times}
        opened_at, count = connection.execute(SPEND, values).one()
        return int(opened_at), int(count)

    def forget(self) -> None:
        """Delete the counts of windows that are long over."""
        now = self.database.now()
        with self.database.write() as session:
            session.connection().execute(FORGET, {"before": now - KEPT, "future": now + CLOCK_TOLERANCE})

    def call(self, credential_id: str) -> None:
        """Count a call.  Raises the problem ``too_many``."""
        self.spend(CALL, credential_id)

    def trial(self, credential_id: str, worth: int = 1) -> None:
        """Count a trial, or something that is ``worth`` as many trials, at most `RESERVED_TRIALS`.  Raises the problem
        ``too_many``.
        """
        with self._lock:
            until, left = self._trials.get(credential_id, (0, 0))
            now = self.database.now()
            if left >= worth and now < until <= now + TRIAL.seconds * 1000 + CLOCK_TOLERANCE:
                self._trials[credential_id] = (until, left - worth)
                return
        until = self.spend(TRIAL, credential_id, times=RESERVED_TRIALS)
        with self._lock:
            _remember(self._trials, credential_id, (until, RESERVED_TRIALS - worth))


def _remember(memory: dict[str, Any], name: str, value: object) -> None:
    if len(memory) >= MAX_REMEMBERED:
        memory.clear()
    memory[name] = value
