"""What holds in every test of the service: nothing slow happens while the turn to write is held."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from referee.storage import turn

MOST = turn.LONG
"""Seconds, whatever a test makes of it."""


@contextmanager
def short_turns(most: float = MOST) -> Iterator[None]:
    """Every transaction to write of this process takes less than 200 ms (``most``) of work.

    What is counted is the processor's time of the thread that holds the turn, not the clock on the wall: a machine that
    is slow to give it a processor, or a disk that is slow to make things durable, fails no test.
    """
    long: list[str] = []

    def held(each: turn.Held) -> None:
        if each.worked > most:
            long.append(f"{each.worked * 1000:.0f} ms of work in a transaction: {turn.whose()}")

    turn.listen(held)
    try:
        yield
    finally:
        turn.unlisten(held)
    assert not long, "\n".join(long)


@pytest.fixture(autouse=True)
def nothing_slow_while_writing() -> Iterator[None]:
    """Hold every test to `short_turns`."""
    with short_turns():
        yield
