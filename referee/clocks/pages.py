"""A clock as pages show it; a script counts on from there."""

from __future__ import annotations

from typing import Any

from referee.clocks.timeline import Clock


def clock_told(clock: Clock, now: int) -> dict[str, Any]:
    """What is shown of a clock at a moment: what is left or, without a time limit, what has elapsed.

    ``deadline``: the server's moment at which nothing is left, while it runs; ``since``: the one since which it runs,
    without a time limit.
    """
    left = clock.elapsed if clock.remaining is None else clock.remaining
    return {
        "text": minutes(left),
        "over": clock.over,
        "running": clock.running,
        "paused": clock.paused,
        "held": bool(clock.held),
        "begun": clock.started or clock.elapsed > 0,
        "now": now,
        "deadline": clock.deadline if clock.running else None,
        "since": now - clock.elapsed if clock.running and clock.remaining is None else None,
    }


def minutes(span: int) -> str:
    """A span in ms as minutes and seconds."""
    seconds = -(-span // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"


def span_told(span: int) -> str:
    """A span in ms as hours, minutes and seconds."""
    seconds = round(abs(span) / 1000)
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
