"""The ticker: twice a second, it checks for a step of the wall clock and fires the deadlines that are due.

Every process has one.  It has no state of its own: everything is in the database.
"""

from __future__ import annotations

import logging
import time

from referee.clocks.firing import due_deadlines, fire
from referee.clocks.steps import Steps
from referee.core.database.database import is_unavailable
from referee.core.service import Service

LOG = logging.getLogger(__name__)

TICK_SECONDS = 0.5
"""Seconds between two ticks."""
RETRY_SECONDS = 10
"""Seconds until this process retries a deadline that failed."""


class Ticker:
    """Fires deadlines.  Create one per process, after it has forked."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self._retry_at: dict[str, float] = {}
        self.steps = Steps(service)

    def tick(self) -> None:
        """Fire the deadlines that are due, each in a transaction of its own, after checking for a step.

        Raises the database's errors; the next tick tries again.
        """
        self.steps.synchronize()
        found = due_deadlines(self.service.database)
        self._retry_at = {deadline_id: at for deadline_id, at in self._retry_at.items() if deadline_id in found}
        for deadline_id in found:
            if self._retry_at.get(deadline_id, 0.0) > time.monotonic():
                continue
            try:
                fire(self.service, deadline_id)
            except Exception as error:
                if is_unavailable(error):
                    raise
                if deadline_id not in self._retry_at:
                    LOG.exception("deadline %s is due and cannot be fired", deadline_id)
                self._retry_at[deadline_id] = time.monotonic() + RETRY_SECONDS
