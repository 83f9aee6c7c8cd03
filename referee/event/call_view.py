"""Calls as they travel: to the table, which sees who is coming, and to the staff, who see everything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlmodel import Session, col, select

from referee.clock.hold import moves_of
from referee.event.call_state import CallState
from referee.event.call_time import CallTime, call_time
from referee.models import Assignment, Round, TableNote


def for_table(found: CallState, now: int) -> dict[str, Any]:
    """A call as its table sees it: without the notes of the judges."""
    taken = found.taken
    return {
        "id": found.call.id,
        "table_id": found.table.id,
        "number": found.table.number,
        "state": found.name,
        "level": found.level,
        "called_at": found.call.called_at,
        "waited": found.waited(now),
        "holder": taken.holder if taken else None,
        "taken_at": taken.at if taken else None,
        "lines": [
            {"kind": each.wants, "about": each.about, "text": each.text, "seq": each.seq, "refused": each.refused,
             "author": each.author, "at": each.at}
            for each in found.lines
        ],
    }  # fmt: skip


def for_staff(found: CallState, now: int, time: CallTime | None) -> dict[str, Any]:
    """A call as those see it who answer it."""
    return {
        **for_table(found, now),
        "event_id": found.call.event_id,
        "round_id": found.table.round_id,
        "holder_id": found.taken.holder_id if found.taken else None,
        "steps": [
            {"kind": each.kind, "note": each.note, "holder": each.holder, "level": each.level, "minutes": each.minutes,
             "author": each.author, "at": each.at}
            for each in found.steps
        ],
        "extension": time and {**time._asdict(), "given": found.extended.minutes if found.extended else None},
    }  # fmt: skip


def times(session: Session, calls: Sequence[CallState]) -> dict[str, CallTime | None]:
    """What some calls have cost, by their ids."""
    rounds: dict[str, list[CallState]] = {}
    for each in calls:
        if each.over is not None:
            rounds.setdefault(each.table.round_id, []).append(each)
    found: dict[str, CallTime | None] = {}
    for round_ in session.exec(select(Round).where(col(Round.id).in_(rounds))):
        moves = moves_of(session, round_.id, [each.table.id for each in rounds[round_.id]])
        found |= {each.call.id: call_time(round_, moves, each) for each in rounds[round_.id]}
    return found


def listed(session: Session, calls: Sequence[CallState], now: int) -> list[dict[str, Any]]:
    """Some calls as those see them who answer them."""
    cost = times(session, calls)
    return [for_staff(each, now, cost.get(each.call.id)) for each in calls]


def assignment(row: Assignment, names: Mapping[str, str]) -> dict[str, Any]:
    """Who looks after which tables.  ``names``: people's by account id."""
    return {
        "account_id": row.account_id,
        "name": names.get(row.account_id, row.account_id),
        "first": row.first,
        "last": row.last,
    }


def note(row: TableNote) -> dict[str, Any]:
    """A note about a table."""
    return {"table_id": row.table_id, "text": row.text, "author": row.author, "made_at": row.made_at}
