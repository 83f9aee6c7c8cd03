"""Calls as their tables and those who answer them read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session

from referee.calls.queries import times
from referee.calls.state import CallState, CallTime
from referee.models import Assignment, CallStep


@dataclass(frozen=True, slots=True)
class CallLineView:
    """What somebody called for.  ``kind``: who is wanted; ``seq``: the last entry of the table's log then."""

    kind: str
    about: str
    text: str
    seq: int
    refused: int | None
    author: str
    at: int


@dataclass(frozen=True, slots=True)
class CallView:
    """A call as its table sees it: without the notes of the judges.  ``number``: the table's."""

    id: str
    table_id: str
    number: int
    state: str
    level: str
    called_at: int
    waited: int
    holder: str | None
    taken_at: int | None
    lines: Sequence[CallLineView]


@dataclass(frozen=True, slots=True)
class ExtensionView:
    """The extension that is proposed for a settled call.  ``given``: minutes, once it is given."""

    passed: int
    lost: int
    minutes: int
    given: int | None


@dataclass(frozen=True, slots=True)
class StaffCallView(CallView):
    """A call as those see it who answer it."""

    event_id: str
    round_id: str
    holder_id: str | None
    steps: Sequence[CallStep]
    extension: ExtensionView | None


@dataclass(frozen=True, slots=True)
class AssignmentView:
    """Somebody looks after the tables ``first`` to ``last`` of a round."""

    account_id: str
    name: str
    first: int
    last: int


def call_view(found: CallState, now: int) -> CallView:
    """A call as its table sees it."""
    taken = found.taken
    return CallView(
        id=found.call.id,
        table_id=found.table.id,
        number=found.table.number,
        state=found.name,
        level=found.level,
        called_at=found.call.called_at,
        waited=found.waited(now),
        holder=taken.holder if taken else None,
        taken_at=taken.at if taken else None,
        lines=_line_views(found),
    )


def staff_call_views(session: Session, calls: Sequence[CallState], now: int) -> list[StaffCallView]:
    """Some calls as those see them who answer them."""
    cost = times(session, calls)
    return [_staff_call_view(each, now, cost.get(each.call.id)) for each in calls]


def _staff_call_view(found: CallState, now: int, time: CallTime | None) -> StaffCallView:
    taken = found.taken
    return StaffCallView(
        id=found.call.id,
        table_id=found.table.id,
        number=found.table.number,
        state=found.name,
        level=found.level,
        called_at=found.call.called_at,
        waited=found.waited(now),
        holder=taken.holder if taken else None,
        taken_at=taken.at if taken else None,
        lines=_line_views(found),
        event_id=found.call.event_id,
        round_id=found.table.round_id,
        holder_id=taken.holder_id if taken else None,
        steps=found.steps,
        extension=extension_view(found, time),
    )


def _line_views(found: CallState) -> list[CallLineView]:
    return [
        CallLineView(each.wants, each.about, each.text, each.seq, each.refused, each.author, each.at)
        for each in found.lines
    ]


def extension_view(found: CallState, time: CallTime | None) -> ExtensionView | None:
    """The extension that is proposed for a call.  ``time``: what the call has cost."""
    if time is None:
        return None
    return ExtensionView(time.passed, time.lost, time.minutes, found.extended.minutes if found.extended else None)


def assignment_views(rows: Sequence[Assignment], names: Mapping[str, str]) -> list[AssignmentView]:
    """Who looks after which tables.  ``names``: people's by account id."""
    return [
        AssignmentView(each.account_id, names.get(each.account_id, each.account_id), each.first, each.last)
        for each in rows
    ]
