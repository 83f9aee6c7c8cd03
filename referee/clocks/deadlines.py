"""The deadlines of a table: its time-up and the warnings before it."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlmodel import Session, insert

from referee.clocks.locking import LockedRound
from referee.models import Deadline, GameTable, Round, new_id

TIME_UP = "time_up"
WARNING = "warning-"


def deadline_kinds(round_: Round) -> dict[str, int]:
    """Return the kinds of deadlines in a round, each with how many seconds before the end it is."""
    if round_.minutes is None:
        return {}
    return {TIME_UP: 0, **{f"{WARNING}{seconds}": seconds for seconds in json.loads(round_.warnings)}}


def set_deadlines(session: Session, locked: LockedRound, tables: Sequence[GameTable] | None = None) -> None:
    """Set when the deadlines of locked tables, or of some of them, are due, after their clocks were moved.

    A deadline that the clock has passed stays as it is.  A warning that is ahead again after an extension fires again;
    a time-up does so only after it was taken back (`rearm`).
    """
    new: list[dict[str, object]] = []
    for table in locked.tables if tables is None else tables:
        clock = locked.clock(table.id)
        for kind, seconds in deadline_kinds(locked.round).items():
            deadline = locked.deadlines.get((table.id, kind))
            ahead = (clock.remaining or 0) - seconds * 1000
            if deadline is None:
                due_at = locked.now + ahead if ahead > 0 and clock.running else None
                new.append({"id": new_id(), "table_id": table.id, "kind": kind, "due_at": due_at, "turn": 1})
                continue
            if deadline.fired_at is not None and kind == TIME_UP:
                continue
            if ahead > 0:
                if deadline.fired_at is not None:
                    rearm(deadline)
                deadline.due_at = locked.now + ahead if clock.running else None
            elif deadline.due_at is not None and deadline.due_at > locked.now:  # the clock was put forward past it
                deadline.due_at = locked.now
            session.add(deadline)
    if new:  # in one statement: there are four for each table of a hall
        for added in session.scalars(insert(Deadline).returning(Deadline), new):
            locked.deadlines[added.table_id, added.kind] = added


def rearm(deadline: Deadline) -> None:
    """Let a deadline fire again; `set_deadlines` sets when, if the clock has not passed it."""
    deadline.turn += 1
    deadline.fired_at = deadline.due_at = None
