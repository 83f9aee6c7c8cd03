"""What tables and judges are shown of calls, assignments and notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Protocol

from sqlmodel import Session

from referee.calls.queries import call_times
from referee.calls.state import ABOUT, KINDS, LEVELS, STATES, STEPS, CallState, CallTime
from referee.core.http import fields
from referee.core.http.fields import OneOf
from referee.core.http.schemas import Moment
from referee.models import Assignment


class CallLineView(Protocol):
    """What a call was made for: what is shown of a `CallLine`."""

    wants: Annotated[str, fields.String(data_key="kind"), OneOf(KINDS)]
    about: Annotated[str, OneOf(ABOUT)]
    text: str
    seq: Annotated[int, "The last entry of the table's log at that time."]
    refused: int | None
    author: str
    at: int


class CallStepView(Protocol):
    """A step in the handling of a call: what is shown of a `CallStep`."""

    kind: Annotated[str, OneOf(STEPS)]
    note: str
    holder: Annotated[str | None, "The person who has the call from then on."]
    level: Annotated[str | None, "The level wanted from then on."]
    minutes: Annotated[int | None, "The minutes of the extension given."]
    author: str
    at: int


class NoteView(Protocol):
    """A note about a table for the next person who comes there: what is shown of a `TableNote`."""

    table_id: str
    text: str
    author: str
    made_at: int


@dataclass(frozen=True, slots=True)
class ExtensionView:
    """The extension that is proposed for a settled call."""

    passed: Annotated[int, "Milliseconds. The time from the call to its settlement."]
    lost: Annotated[int, "Milliseconds. For how much of that time the table's clock was running."]
    minutes: Annotated[int, "The proposed extension: `lost`, rounded up to minutes."]
    given: Annotated[int | None, "The minutes given; null until then."]


@dataclass(frozen=True, slots=True)
class CallView:
    """A call as its table sees it, without the judges' notes."""

    id: str
    table_id: str
    number: Annotated[int, "The table's number."]
    state: Annotated[str, OneOf(STATES), "`open`: nobody has taken it yet; `claimed`: somebody has taken it."]
    level: Annotated[str, OneOf(LEVELS), "The level that is now wanted."]
    called_at: int
    waited: Annotated[int, "Milliseconds. How long the table has waited, or waited until somebody took the call."]
    handled: Annotated[
        int,
        "Milliseconds. How long somebody has been handling it, or did until it was over; 0 while nobody has taken it.",
    ]
    holder: Annotated[str | None, "The person who has taken it, and is on the way or there."]
    taken_at: int | None
    lines: Sequence[CallLineView]


@dataclass(frozen=True, slots=True)
class StaffCallView(CallView):
    """A call as the people who answer calls see it."""

    event_id: str
    round_id: str
    holder_id: str | None
    steps: Sequence[CallStepView]
    extension: Annotated[ExtensionView | None, "null: the call is not settled, or there is no time limit."]


@dataclass(frozen=True, slots=True)
class TableCallsView:
    """The open calls of a table."""

    now: Annotated[int, Moment()]
    open: Annotated[CallView | None, "The latest open call."]
    rows: Annotated[Sequence[CallView], "All open calls, newest first."]


@dataclass(frozen=True, slots=True)
class CallPage:
    """The calls of an event."""

    now: Annotated[int, Moment()]
    rows: Sequence[StaffCallView]
    next: str | None = None


@dataclass(frozen=True, slots=True)
class AssignmentView:
    """The tables ``first`` to ``last`` of a round and who looks after them."""

    account_id: str
    name: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class AssignmentPage:
    """The assignments of a round, by table number, and the notes at its tables."""

    rows: Sequence[AssignmentView]
    notes: Sequence[NoteView]
    next: str | None = None


def call_view(found: CallState, now: int, time: CallTime | None = None) -> StaffCallView:
    """A call; where a `CallView` is shown, only what the table sees of it.  ``time``: how long it took, once it is
    settled.
    """
    taken = found.taken
    return StaffCallView(
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


def extension_view(found: CallState, time: CallTime | None) -> ExtensionView | None:
    """The extension that is proposed for a call.  ``time``: how long the call took."""
    if time is None:
        return None
    return ExtensionView(time.passed, time.lost, time.minutes, found.extended.minutes if found.extended else None)


def staff_call_views(session: Session, calls: Sequence[CallState], now: int) -> list[StaffCallView]:
    cost = call_times(session, calls)
    return [call_view(each, now, cost.get(each.call.id)) for each in calls]


def assignment_views(rows: Sequence[Assignment], names: Mapping[str, str]) -> list[AssignmentView]:
    """Who looks after which tables.  ``names``: people's by account id."""
    return [
        AssignmentView(each.account_id, names.get(each.account_id, each.account_id), each.first, each.last)
        for each in rows
    ]
