"""The clock of a table at a moment, computed from the activations of its round and its own.

A table's clock runs while its round's runs and the table is not paused by itself.  Extensions of both add up.  A clock
whose time is used up stays at zero until it is extended, and then runs on from there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

MINUTE = 60_000
"""A minute in ms."""

START, PAUSE, EXTEND = "start", "pause", "extend"
KINDS = (START, PAUSE, EXTEND)
HOLD = "hold"
"""A pause of the round by the service itself, after the clock of its machine was set by a ``span``."""
TAKEN_BACK = "taken_back"
"""The start of a round was taken back: nothing has been played."""


class ClockStep(Protocol):
    """A move of a clock ``at`` a moment: start, pause, hold, take back, or extend by a ``span``, maybe negative."""

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

    ``started``: the round's clock runs; ``paused``: the table is paused by itself.  ``allowed`` and ``remaining`` are
    None without a time limit, and ``elapsed + remaining == allowed`` with one.  ``deadline``: when the time runs out if
    nobody moves the clock, or when it did; None while the clock is stopped with time left.  ``held``: by how much the
    clock of the machine was put forward when the service put the round on hold; 0 when it is not on hold.
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
        """Whether time passes."""
        return self.started and not self.paused and not self.over


def clock_at(
    moment: int,
    of_round: Iterable[ClockStep],
    of_table: Iterable[ClockStep] = (),
    minutes: int | None = None,
) -> Clock:
    """Return the clock of a table at a moment, or that of the round itself without ``of_table``.

    ``minutes``: the round's time limit, None without one.  Moves after the moment do not count; moves at the same
    moment are applied in the order of their ids.
    """
    moves = [(each.at, each.id, False, each) for each in of_round] + [
        (each.at, each.id, True, each) for each in of_table
    ]
    state = _State(None if minutes is None else minutes * MINUTE)
    for at, _, own, move in sorted(moves, key=lambda each: each[:3]):
        if at <= moment:
            state.pass_time(at)
            state.apply(move, own=own)
    state.pass_time(moment)
    return state.clock(moment)


@dataclass(slots=True)
class _State:
    """The state of a clock while its moves are applied one after the other.

    ``since``: the moment up to which ``elapsed`` is counted; ``used_up``: when the time last ran out.
    """

    allowed: int | None
    started: bool = False
    paused: bool = False
    elapsed: int = 0
    since: int = 0
    held: int = 0
    used_up: int | None = None

    def pass_time(self, until: int) -> None:
        """Count the time until a moment, as far as the clock runs and has time left."""
        if self.started and not self.paused:
            passed = until - self.since
            if self.allowed is not None:
                passed = min(passed, self.allowed - self.elapsed)
            self.elapsed += passed
            if passed and self.elapsed == self.allowed:
                self.used_up = self.since + passed
        self.since = until

    def apply(self, move: ClockStep, *, own: bool) -> None:
        """Apply a move.  ``own``: of the table itself."""
        if move.kind == EXTEND:
            self._extend(move)
        elif move.kind == TAKEN_BACK:
            self.started, self.elapsed, self.held, self.used_up = False, 0, 0, None
        elif own:
            self.paused = move.kind == PAUSE
        else:
            self.started = move.kind == START
            self.held = move.span if move.kind == HOLD else 0

    def _extend(self, move: ClockStep) -> None:
        """Change the time limit, though never to less than has elapsed."""
        if self.allowed is None:
            return
        self.allowed = max(self.allowed + move.span, self.elapsed)
        if self.allowed > self.elapsed:
            self.used_up = None
        elif self.used_up is None:
            self.used_up = move.at

    def clock(self, moment: int) -> Clock:
        if self.allowed is None:
            return Clock(self.started, self.paused, self.elapsed, None, None, None, self.held)
        remaining = self.allowed - self.elapsed
        deadline = None
        if not remaining:
            deadline = self.used_up
        elif self.started and not self.paused:
            deadline = moment + remaining
        return Clock(self.started, self.paused, self.elapsed, self.allowed, remaining, deadline, self.held)
