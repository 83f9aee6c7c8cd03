"""Calls and assignments as tables and judges read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session

from referee.calls.queries import call_times
from referee.calls.state import CallState, CallTime
from referee.models import Assignment, CallLine, CallStep


@dataclass(frozen=True, slots=True)
class ExtensionView:
    """The extension that is proposed for a settled call.  ``given``: the minutes given, None until then."""

    passed: int
    lost: int
    minutes: int
    given: int | None


@dataclass(frozen=True, slots=True)
class CallView:
    """A call.  ``number``: the table's.  The table itself sees only what `referee.calls.schemas.CallOut` has, without
    the judges' notes.
    """

    id: str
    event_id: str
    round_id: str
    table_id: str
    number: int
    state: str
    level: str
    called_at: int
    waited: int
    handled: int
    holder: str | None
    holder_id: str | None
    taken_at: int | None
    lines: Sequence[CallLine]
    steps: Sequence[CallStep]
    extension: ExtensionView | None


@dataclass(frozen=True, slots=True)
class AssignmentView:
    """The tables ``first`` to ``last`` of a round and who looks after them."""

    account_id: str
    name: str
    first: int
    last: int


def call_view(found: CallState, now: int, time: CallTime | None = None) -> CallView:
    """A call.  ``time``: how long it took, once it is settled."""
    taken = found.taken
    return CallView(
        id=found.call.id,
        event_id=found.call.event_id,
        round_id=found.table.round_id,
        table_id=found.table.id,
        number=found.table.number,
        state=found.name,
        level=found.level,
        called_at=found.call.called_at,
        waited=found.waited(now),
        handled=found.handled(now),
        holder=taken.holder if taken else None,
        holder_id=taken.holder_id if taken else None,
        taken_at=taken.at if taken else None,
        lines=found.lines,
        steps=found.steps,
        extension=extension_view(found, time),
    )


def staff_call_views(session: Session, calls: Sequence[CallState], now: int) -> list[CallView]:
    """Some calls, with the extensions that are proposed for them."""
    cost = call_times(session, calls)
    return [call_view(each, now, cost.get(each.call.id)) for each in calls]


def extension_view(found: CallState, time: CallTime | None) -> ExtensionView | None:
    """The extension that is proposed for a call.  ``time``: how long the call took."""
    if time is None:
        return None
    return ExtensionView(time.passed, time.lost, time.minutes, found.extended.minutes if found.extended else None)


def assignment_views(rows: Sequence[Assignment], names: Mapping[str, str]) -> list[AssignmentView]:
    """Who looks after which tables.  ``names``: people's by account id."""
    return [
        AssignmentView(each.account_id, names.get(each.account_id, each.account_id), each.first, each.last)
        for each in rows
    ]
