"""The deadlines of a table: its time-up and the warnings before it, each due when the clock gets there."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlmodel import Session, insert

from referee.clocks.hold import Held
from referee.models import Deadline, GameTable, Round, new_id

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
    new: list[dict[str, object]] = []
    for table in held.tables if tables is None else tables:
        clock = held.clock(table.id)
        for kind, seconds in wanted(held.round).items():
            deadline = held.deadlines.get((table.id, kind))
            ahead = (clock.remaining or 0) - seconds * 1000
            if deadline is None:
                due_at = held.now + ahead if ahead > 0 and clock.running else None
                new.append({"id": new_id(), "table_id": table.id, "kind": kind, "due_at": due_at, "turn": 1})
                continue
            if deadline.fired_at is not None and kind == TIME_UP:
                continue
            if ahead > 0:
                if deadline.fired_at is not None:
                    again(deadline)
                deadline.due_at = held.now + ahead if clock.running else None
            elif deadline.due_at is not None and deadline.due_at > held.now:  # the clock was put forward past it
                deadline.due_at = held.now
            session.add(deadline)
    if new:  # all at once: there are four for each table of a hall
        for made in session.scalars(insert(Deadline).returning(Deadline), new):
            held.deadlines[made.table_id, made.kind] = made


def again(deadline: Deadline) -> None:
    """Let a deadline happen once more; when, `arrange` says, if the clock has not passed it."""
    deadline.turn += 1
    deadline.fired_at = deadline.due_at = None
