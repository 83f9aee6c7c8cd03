"""The end signal in a log, and reports that were made before it but come after it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from referee.core.chain import ChainLine
from referee.log.standing import standing_history

BY_CLOCK = "clock/"
"""The prefix of the client ids of what the clock reports; those of reporters contain no slash."""
TIME_UP = "time_up"


@dataclass(frozen=True, slots=True)
class Signal:
    """The end signal of a game.  ``seq``: its entry; ``at``: when it was given, in ms since 1970."""

    seq: int
    at: int


@dataclass(frozen=True, slots=True)
class Overtaken:
    """A report that the end signal has overtaken.  ``made_at``: when it was made; ``judge``: whether its reporter may
    put it before the signal, else the arbiter decides; ``seconds``: for how long after the signal the judge may.
    """

    signal: Signal
    made_at: int
    judge: bool
    seconds: int


def standing_signal(lines: Iterable[ChainLine]) -> Signal | None:
    """The end signal that stands at the end of a whole log, or None."""
    lines = list(lines)
    last = standing_history(lines)[-1]
    while last is not None and last.report["type"] != TIME_UP:
        last = last.before
    return None if last is None else Signal(last.seq, moment(lines[last.seq - 1]))


def latest_signal(lines: Iterable[ChainLine]) -> Signal | None:
    """The last end signal among some entries of a log; None if they also take it back."""
    found: Signal | None = None
    for line in lines:
        if not line.accepted:
            continue
        report = json.loads(line.report)
        if report["type"] == TIME_UP:
            found = Signal(line.seq, moment(line))
        elif found is not None and report["type"] == "retract" and report["seq"] <= found.seq:
            found = None
    return found


def moment(line: ChainLine) -> int:
    """When an entry was made, or, if that is not known, when it was logged; in ms since 1970."""
    return line.at if line.made_at is None else line.made_at
