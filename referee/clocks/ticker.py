"""The ticker: looks twice a second whether the clock was set, and whether a deadline is due.

Every process of the service has one.  It keeps nothing: what is due is in the database, and so is what has happened.
"""

from __future__ import annotations

import logging
import time

from referee.clocks.firing import due, fire
from referee.clocks.steps import Steps
from referee.core.database.database import is_unavailable
from referee.core.service import Service

LOG = logging.getLogger(__name__)

SECONDS = 0.5
"""How often it looks."""
AGAIN_SECONDS = 10
"""When a deadline that cannot happen is tried again by this process."""


class Ticker:
    """Lets the deadlines happen that are due.  To be made once a process, after it has forked."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self._later: dict[str, float] = {}
        self.steps = Steps(service)

    def tick(self) -> None:
        """Let the deadlines happen that are due, each in a transaction of its own; none because the clock was set.

        Raises the database's errors; the next tick tries again.
        """
        self.steps.settle()
        found = due(self.service.database)
        self._later = {deadline_id: until for deadline_id, until in self._later.items() if deadline_id in found}
        for deadline_id in found:
            if self._later.get(deadline_id, 0.0) > time.monotonic():
                continue
            try:
                fire(self.service, deadline_id)
            except Exception as error:
                if is_unavailable(error):
                    raise
                if deadline_id not in self._later:
                    LOG.exception("deadline %s is due and cannot happen", deadline_id)
                self._later[deadline_id] = time.monotonic() + AGAIN_SECONDS
