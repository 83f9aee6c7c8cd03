"""The offsets of the devices' clocks: a report says when it was made by a clock that may be hours wrong.

A device says with each report what its clock shows as it sends it.  The difference from the service's clock includes
the time that the request took, so the smallest recent one is the best estimate.  It is kept in memory, by credential: a
process that has just started has one from the first request on.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import NamedTuple

MOST_DEVICES = 4096
RECENT_REQUESTS = 8
"""How many recent requests the smallest difference is taken from: clocks get set, so older ones say nothing."""


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
        """What to add to a moment by a device's clock, in ms; it showed ``sent_at`` as the device sent this request."""
        with self._lock:
            last = now - sent_at
            known = [each for each in self._seen.get(credential_id, ()) if abs(each - last) < CLOCK_JUMP]
            seen = (*known[1 - RECENT_REQUESTS :], last)
            self._seen[credential_id] = seen
            self._seen.move_to_end(credential_id)
            if len(self._seen) > MOST_DEVICES:
                self._seen.popitem(last=False)
        return min(seen)

    def moments(self, credential_id: str, made: ReportTimes, now: int) -> list[int | None]:
        """When reports were made, by the service's clock: never later than now."""
        ahead = self.offset(credential_id, made.sent_at, now)
        return [None if at is None else min(now, at + ahead) for at in made.at]


CLOCK_JUMP = 20_000
"""In ms: no request takes this long, so a clock whose difference changes by more has been set."""
