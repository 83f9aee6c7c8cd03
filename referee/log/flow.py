"""Rate limits for reports: generous for a tablet that sends a whole game after hours offline, but a stop to anybody who
floods the log.

Counted in memory, per process, so that a report needs no further row.  With several processes, each allows as much.
"""

from __future__ import annotations

import math
import threading
import time
from typing import NamedTuple

from referee.core.problems import Problem


class Pace(NamedTuple):
    """A limit that refills, like a token bucket: ``many`` at once, and another one every ``seconds``."""

    many: int
    seconds: float


REPORTS = Pace(3000, 0.5)
"""Per credential: several games one after another, then two reports a second."""
REFUSED = Pace(50, 10)
"""Per credential: refused reports in a row, without an accepted one between them."""
MOST_CREDENTIALS = 4096
"""If more of them report, those that have the most left are forgotten."""


class ReportFlow:
    """What each credential has left, stored as the time at which it will have everything again."""

    def __init__(self) -> None:
        self._reports: dict[str, float] = {}
        self._refused: dict[str, float] = {}
        self._lock = threading.Lock()

    def spend(self, credential_id: str, count: int) -> None:
        """Count reports before they are judged.

        Raises the problems ``too_many`` and, after too many refused ones in a row, ``too_many_refused``.
        """
        now = time.monotonic()
        with self._lock:
            _require(self._refused, REFUSED, credential_id, 1, now, "too_many_refused")
            _require(self._reports, REPORTS, credential_id, count, now, "too_many")
            _take(self._reports, REPORTS, credential_id, count, now)

    def note_answer(self, credential_id: str, *, accepted: bool) -> None:
        """Note whether the last report of a credential was accepted."""
        if accepted and credential_id not in self._refused:
            return
        with self._lock:
            if accepted:
                self._refused.pop(credential_id, None)
            else:
                _take(self._refused, REFUSED, credential_id, 1, time.monotonic())


def _require(kept: dict[str, float], pace: Pace, whom: str, count: int, now: float, code: str) -> None:
    """Raise the problem ``code`` if somebody has fewer than ``count`` left."""
    wait = max(kept.get(whom, now) - now, 0) - (pace.many - count) * pace.seconds
    if wait > 0:
        seconds = math.ceil(wait)
        raise Problem(code, headers={"Retry-After": str(seconds)}, seconds=seconds)


def _take(kept: dict[str, float], pace: Pace, whom: str, count: int, now: float) -> None:
    if whom not in kept and len(kept) >= MOST_CREDENTIALS:
        for other in sorted(kept, key=kept.__getitem__)[: MOST_CREDENTIALS // 2]:  # those with the most left
            del kept[other]
    kept[whom] = max(kept.get(whom, now), now) + count * pace.seconds
