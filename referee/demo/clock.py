"""The service's clock while a demo is made: what has been played took as long as in a hall."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from referee.core.database.database import Database
from referee.core.steady_clock import Steady


class PastClock(Steady):
    """Another clock, but ``behind`` it by some ms."""

    def __init__(self, other: Steady, behind: int) -> None:
        super().__init__(lambda: (other.now() - self.behind, other.passed()))
        self.behind = behind

    def now(self) -> int:
        return self._read()[0]  # it is set on purpose, and no step is noticed

    def go_on(self, span: int) -> None:
        """Let some ms pass, at most until now."""
        self.behind = max(0, self.behind - span)


@contextmanager
def in_the_past(database: Database, behind: int) -> Iterator[PastClock]:
    """Set a database's clock back by some ms for a while."""
    clock = database.clock
    database.clock = past = PastClock(clock, behind)
    try:
        yield past
    finally:
        database.clock = clock
