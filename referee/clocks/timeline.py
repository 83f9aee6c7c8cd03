"""The clock of a table at a moment, computed from the activations of its round and its own.

A table's clock runs while its round's runs and the table is not paused by itself.  Extensions of both add up.  A clock
whose time is used up stands at nought until it is extended; it then runs on from there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol

MINUTE = 60_000
"""Milliseconds."""

START, PAUSE, EXTEND = "start", "pause", "extend"
KINDS = (START, PAUSE, EXTEND)
HOLD = "hold"
"""What the service does by itself when the clock of its machine was set, by a ``span``: a pause of the round."""


class Activation(Protocol):
    """Something that moved a clock ``at`` a moment: start, pause, or extend by a ``span``, which may be negative."""

    @property
    def at(self) -> int: ...
    @property
    def id(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def span(self) -> int: ...


class Clock(NamedTuple):
    """A clock at a moment; moments in ms since 1970, spans in ms.

    ``started``: the round's clock is going; ``paused``: the table is paused by itself.  ``allowed`` and ``remaining``
    are None without a time limit, and ``elapsed + remaining == allowed`` with one.  ``deadline``: when the time will be
    used up if nobody moves the clock, or when it was; None while the clock stands with time left.  ``held``: what the
    clock of the machine was put forward by, since when the service holds the round's clock; 0 where it does not.
    """

    started: bool
    paused: bool
    elapsed: int
    allowed: int | None
    remaining: int | None
    deadline: int | None
    held: int = 0

    @property
    def over(self) -> bool:
        """Whether the time is used up."""
        return self.remaining == 0

    @property
    def running(self) -> bool:
        """Whether time is passing on this clock."""
        return self.started and not self.paused and not self.over


def clock_at(
    moment: int,
    of_round: Iterable[Activation],
    of_table: Iterable[Activation] = (),
    minutes: int | None = None,
) -> Clock:
    """The clock of a table at a moment; that of the round itself without ``of_table``.

    ``minutes``: the round's time limit, None without one.  What happened after the moment is not looked at; what
    happened at the same moment counts in the order of the ids.
    """
    moves = [(each.at, each.id, False, each) for each in of_round] + [
        (each.at, each.id, True, each) for each in of_table
    ]
    past: list[tuple[int, bool, Activation | None]] = [
        (at, own, each) for at, _, own, each in sorted(moves, key=lambda move: move[:3]) if at <= moment
    ]
    started = paused = False
    elapsed = since = held = 0
    allowed = None if minutes is None else minutes * MINUTE
    reached: int | None = None
    for at, own, move in [*past, (moment, False, None)]:
        if started and not paused:
            passed = at - since if allowed is None else min(at - since, allowed - elapsed)
            elapsed += passed
            if passed and elapsed == allowed:
                reached = since + passed
        since = at
        if move is None:
            break
        if move.kind == EXTEND:
            if allowed is not None:
                allowed = max(allowed + move.span, elapsed)
                reached = None if allowed > elapsed else at if reached is None else reached
        elif own:
            paused = move.kind == PAUSE
        else:
            started = move.kind == START
            held = move.span if move.kind == HOLD else 0
    if allowed is None:
        return Clock(started, paused, elapsed, None, None, None, held)
    remaining = allowed - elapsed
    deadline = reached if not remaining else moment + remaining if started and not paused else None
    return Clock(started, paused, elapsed, allowed, remaining, deadline, held)
