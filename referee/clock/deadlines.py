"""The deadlines of a table: its time-up and the warnings before it, each due when the clock gets there."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlmodel import Session

from referee.clock.hold import Held
from referee.models import Deadline, GameTable, Round

TIME_UP = "time_up"
WARNING = "warning-"


def wanted(round_: Round) -> dict[str, int]:
    """The kinds of deadlines that the tables of a round have, with the seconds that each is before the end."""
    if round_.minutes is None:
        return {}
    return {TIME_UP: 0, **{f"{WARNING}{seconds}": seconds for seconds in json.loads(round_.warnings)}}


def arrange(session: Session, held: Held, tables: Sequence[GameTable] | None = None) -> None:
    """Set when the deadlines of the tables held, or of some of them, are due, after their clocks were moved.

    A deadline that the clock has passed stays as it is.  A warning that lies ahead once more, because the clock was
    extended, will be given once more; a time-up happens again only when it was taken back (`again`).
    """
    for table in held.tables if tables is None else tables:
        clock = held.clock(table.id)
        for kind, seconds in wanted(held.round).items():
            deadline = held.deadlines.get((table.id, kind))
            if deadline is None:
                deadline = held.deadlines[table.id, kind] = Deadline(table_id=table.id, kind=kind)
            if deadline.fired_at is not None and kind == TIME_UP:
                continue
            ahead = (clock.remaining or 0) - seconds * 1000
            if ahead > 0:
                if deadline.fired_at is not None:
                    again(deadline)
                deadline.due_at = held.now + ahead if clock.running else None
            elif deadline.due_at is not None and deadline.due_at > held.now:  # the clock was put forward past it
                deadline.due_at = held.now
            session.add(deadline)


def again(deadline: Deadline) -> None:
    """Let a deadline happen once more; when, `arrange` says, if the clock has not passed it."""
    deadline.turn += 1
    deadline.fired_at = deadline.due_at = None
