"""Clocks as people and programs read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from sqlmodel import Session, select

from referee.clocks.locking import TIME_UP, WARNING, Moves, deadline_kinds, moves_of
from referee.clocks.timeline import HOLD, KINDS, TAKEN_BACK, Clock
from referee.core.http.fields import OneOf
from referee.core.http.schemas import Moment
from referee.models import Activation, Deadline, GameTable, Round


@dataclass(frozen=True, slots=True)
class WarningView:
    """A warning before the end."""

    seconds: Annotated[int, "Seconds before the end."]
    at: Annotated[int | None, "When it will be given, or was given at a table; null while that is not known."]
    fired: bool


@dataclass(frozen=True, slots=True)
class ActivationView:
    """A move of the clock."""

    id: str
    of: Annotated[str, OneOf(["round", "table"])]
    kind: Annotated[str, OneOf([*KINDS, HOLD, TAKEN_BACK])]
    at: int
    seconds: Annotated[int, "The seconds that an extension added, or by which the clock was put forward before a hold."]
    author: str
    reason: str | None


@dataclass(frozen=True, slots=True)
class ClockView:
    """A clock at the server's time ``now``.

    To show the right second by its own clock, a device notes its time when it sends the request and when the response
    arrives; `now` corresponds to the midpoint of the two, and ``now - midpoint`` is its offset.  While the clock runs,
    the time left is ``deadline_at - (own time + offset)`` (without a time limit, `elapsed` grows from `now` on); while
    it stands, it is `remaining`.  That stays correct until the clock is changed, however bad the Wi-Fi; 304 means that
    it was not changed.
    """

    now: Annotated[int, Moment()]
    running: Annotated[bool, "Whether the clock is running."]
    held: Annotated[
        bool,
        "Whether the service holds the round's clock because the machine's clock was set while it ran; it continues"
        " when it is started.",
    ]
    elapsed: Annotated[int, "Milliseconds. The time played so far, without pauses."]
    allowed: Annotated[int | None, "Milliseconds. The time limit including all extensions; null without a limit."]
    remaining: Annotated[int | None, "Milliseconds. The time left; null without a limit."]
    deadline_at: Annotated[
        int | None, "When the time runs out, or ran out; null while the clock stands with time left."
    ]
    warnings: Sequence[WarningView]
    time_up_at: Annotated[int | None, "When time-up was logged at the table, or the round's time ran out."]
    activations: Sequence[ActivationView]

    @property
    def tag(self) -> str:
        """The source of the ETag: changes when a clock is moved or reaches a deadline, but not as time passes."""
        return repr(replace(self, now=0, elapsed=0, remaining=None))


def round_clock(session: Session, round_: Round, now: int) -> ClockView:
    moves = moves_of(session, round_.id, [])
    return round_clock_view(round_, moves, max(now, moves.latest()))


def table_clock(session: Session, table: GameTable, now: int) -> ClockView:
    round_ = session.get_one(Round, table.round_id)
    moves = moves_of(session, round_.id, [table.id])
    found = session.exec(select(Deadline).where(Deadline.table_id == table.id))
    deadlines = {(each.table_id, each.kind): each for each in found}
    return table_clock_view(round_, table.id, moves, deadlines, max(now, moves.latest()))


def round_clock_view(round_: Round, moves: Moves, now: int) -> ClockView:
    """Return the view of a round's clock, computed from its moves."""
    clock = moves.clock(round_, now)
    warnings = []
    for seconds in _warnings(round_):
        ahead = (clock.remaining or 0) - seconds * 1000
        at = now + ahead if ahead > 0 and clock.running else None
        fired = ahead <= 0 and seconds * 1000 < (clock.allowed or 0)
        warnings.append(WarningView(seconds, at, fired))
    return _view(clock, now, warnings, clock.deadline if clock.over else None, moves.of_round, ())


def table_clock_view(
    round_: Round, table_id: str, moves: Moves, deadlines: Mapping[tuple[str, str], Deadline], now: int
) -> ClockView:
    warnings = []
    for seconds in _warnings(round_):
        deadline = deadlines.get((table_id, f"{WARNING}{seconds}"))
        due_at, fired_at = (deadline.due_at, deadline.fired_at) if deadline else (None, None)
        warnings.append(WarningView(seconds, due_at if fired_at is None else fired_at, fired_at is not None))
    up = deadlines.get((table_id, TIME_UP))
    clock = moves.clock(round_, now, table_id)
    return _view(clock, now, warnings, up.fired_at if up else None, moves.of_round, moves.of_table[table_id])


def _warnings(round_: Round) -> list[int]:
    """Return the warnings of a round in seconds before its end, earliest first."""
    return sorted((seconds for seconds in deadline_kinds(round_).values() if seconds), reverse=True)


def _view(
    clock: Clock,
    now: int,
    warnings: Sequence[WarningView],
    time_up_at: int | None,
    of_round: Sequence[Activation],
    of_table: Sequence[Activation],
) -> ClockView:
    rows = [("round", each) for each in of_round] + [("table", each) for each in of_table]
    return ClockView(
        now=now,
        running=clock.running,
        held=bool(clock.held),
        elapsed=clock.elapsed,
        allowed=clock.allowed,
        remaining=clock.remaining,
        deadline_at=clock.deadline,
        warnings=warnings,
        time_up_at=time_up_at,
        activations=[
            ActivationView(each.id, of, each.kind, each.at, each.span // 1000, each.author, each.reason)
            for of, each in sorted(rows, key=lambda row: (row[1].at, row[1].id))
        ],
    )


@dataclass(frozen=True, slots=True)
class ClockFace:
    """A clock as a page shows it; a script counts on from there.

    ``text``: the time left or, without a time limit, elapsed.  ``deadline``: when a running clock runs out; ``since``:
    when one without a time limit was at zero; both by the server's clock.  ``left``, ``allowed``: spans in ms, None
    without a time limit.
    """

    text: str
    over: bool
    running: bool
    paused: bool
    held: bool
    begun: bool
    now: int
    deadline: int | None
    since: int | None
    left: int | None
    allowed: int | None


def clock_face(clock: Clock, now: int) -> ClockFace:
    return ClockFace(
        text=minutes(clock.elapsed if clock.remaining is None else clock.remaining),
        over=clock.over,
        running=clock.running,
        paused=clock.paused,
        held=bool(clock.held),
        begun=clock.started or clock.elapsed > 0,
        now=now,
        deadline=clock.deadline if clock.running else None,
        since=now - clock.elapsed if clock.running and clock.remaining is None else None,
        left=clock.remaining,
        allowed=clock.allowed,
    )


def minutes(span: int) -> str:
    """Format a span in ms as minutes and seconds, rounded up."""
    seconds = -(-span // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"


def hours(span: int) -> str:
    """Format a span in ms as hours, minutes and seconds, without its sign."""
    seconds = round(abs(span) / 1000)
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
