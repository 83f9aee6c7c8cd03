"""The clocks of devices against the service's own: a report says when it was made by a clock that may be hours wrong.

A device says with each report what its clock shows as it sends it.  That is later here by the way that it took, so the
least difference of late is the best; kept in memory, by credential: a process that has just started has it from the
first request.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import NamedTuple

MOST = 4096
KEPT = 8
"""Requests whose least difference counts: clocks are set, so what was long ago says nothing."""


class ReportTimes(NamedTuple):
    """When reports were made and sent, by the clock of the device that sends them, in ms since 1970."""

    sent_at: int
    at: tuple[int | None, ...]


class DeviceClocks:
    """How far the service's clock is ahead of those of the devices that report, in ms."""

    def __init__(self) -> None:
        self._seen: OrderedDict[str, tuple[int, ...]] = OrderedDict()
        self._lock = threading.Lock()

    def offset(self, credential_id: str, sent_at: int, now: int) -> int:
        """What to add to a moment by the clock of a device, which showed ``sent_at`` as it sent this request."""
        with self._lock:
            last = now - sent_at
            known = [each for each in self._seen.get(credential_id, ()) if abs(each - last) < SET]
            seen = (*known[1 - KEPT :], last)
            self._seen[credential_id] = seen
            self._seen.move_to_end(credential_id)
            if len(self._seen) > MOST:
                self._seen.popitem(last=False)
        return min(seen)

    def moments(self, credential_id: str, made: ReportTimes, now: int) -> list[int | None]:
        """When reports were made by the service's clock: never later than now."""
        ahead = self.offset(credential_id, made.sent_at, now)
        return [None if at is None else min(now, at + ahead) for at in made.at]


SET = 20_000
"""ms: no request takes so long, so a clock that differs by more from what it was has been set."""
