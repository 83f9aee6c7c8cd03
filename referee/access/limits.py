"""Rate limits, counted in the database, where all processes see them: so often in a window, then 429."""

from __future__ import annotations

import hashlib
import threading
from typing import Any, NamedTuple

from sqlalchemy import text

from referee.problems import Problem
from referee.storage.database import Database

SPEND = text(
    "INSERT INTO rate_limit (name, opened_at, count) VALUES (:name, :now, :times)"
    " ON CONFLICT (name) DO UPDATE SET"
    " count = CASE WHEN rate_limit.opened_at <= :over THEN :times ELSE rate_limit.count + :times END,"
    " opened_at = CASE WHEN rate_limit.opened_at <= :over THEN :now ELSE rate_limit.opened_at END"
    " RETURNING opened_at, count"
)
FORGET = text("DELETE FROM rate_limit WHERE opened_at < :before")
KEPT = 24 * 60 * 60 * 1000
MOST = 4096


class Rate(NamedTuple):
    """``most`` times in a window of ``seconds``."""

    what: str
    most: int
    seconds: int


LOG_IN = Rate("log-in", 10, 300)
"""For an address and a log-in name: guesses at somebody's password."""
LOG_IN_ADDRESS = Rate("log-in-address", 100, 300)
"""For an address, which may be that of a whole hall."""
CODE = Rate("code", 300, 300)
"""For an address: as many tablets as a hall has, bound before the first round.  A code is not guessed anyway."""
TRIAL = Rate("trial", 1200, 60)
"""For a credential: a page that tries whatever its reader points at."""
CALL = Rate("call", 30, 60)
"""For a credential: a tablet in the hands of somebody impatient."""
EXPLANATION = 10
"""As how many trials an explanation counts: it asks the rules about hundreds of reports."""
CORRECTION = 40
"""As how many a correction counts: the whole game is judged again."""
REPORTS_A_TRIAL = 10
"""Reports that are tried at once count as one trial."""
SHARE = 60
"""Trials that a process takes from the count at a time, so that one trial in sixty costs a transaction."""


class Limits:
    """The limits of a service, counted in its database.

    A process remembers who has had enough, so that a flood of attempts is no flood of transactions; and of trials it
    counts down what it has taken, and asks the database only for more.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self._over: dict[str, int] = {}
        self._trials: dict[str, tuple[int, int]] = {}
        self._lock = threading.Lock()

    def spend(self, rate: Rate, *whom: str, times: int = 1) -> int:
        """Count an attempt; the moment at which its window ends.  Raises the problem ``too_many``.

        ``whom``: the address, name or credential; only a hash of it is kept.
        """
        now = self.database.now()
        span = rate.seconds * 1000
        name = f"{rate.what}:{hashlib.sha256(repr(whom).encode()).hexdigest()[:40]}"
        until = self._over.get(name, 0)
        if until <= now:
            with self.database.write() as session:
                values = {"name": name, "now": now, "over": now - span, "times": times}
                opened_at, count = session.connection().execute(SPEND, values).one()
                if count == times:
                    session.connection().execute(FORGET, {"before": now - KEPT})
            until = int(opened_at) + span
            if count - times < rate.most:
                return until
            with self._lock:
                _remember(self._over, name, until)
        seconds = max(1, -(-(until - now) // 1000))
        raise Problem("too_many", headers={"Retry-After": str(seconds)}, seconds=seconds)

    def call(self, credential_id: str) -> None:
        """Count a call.  Raises the problem ``too_many``."""
        self.spend(CALL, credential_id)

    def trial(self, credential_id: str, worth: int = 1) -> None:
        """Count a trial, or something ``worth`` as many, `SHARE` at most.  Raises the problem ``too_many``."""
        with self._lock:
            until, left = self._trials.get(credential_id, (0, 0))
            if left >= worth and self.database.now() < until:
                self._trials[credential_id] = (until, left - worth)
                return
        until = self.spend(TRIAL, credential_id, times=SHARE)
        with self._lock:
            _remember(self._trials, credential_id, (until, SHARE - worth))


def _remember(memory: dict[str, Any], name: str, what: object) -> None:
    if len(memory) >= MOST:
        memory.clear()
    memory[name] = what
