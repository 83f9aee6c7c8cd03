"""Opening a case at a table, adding notes to it, withdrawing it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from sqlmodel import Session, func, select

from referee.calls.queries import lock_table, open_calls
from referee.cases.queries import CASES
from referee.cases.state import NOTE_KINDS, NOTED, OPENED, STATED, WITHDRAWN
from referee.clocks.locking import moves_of
from referee.clocks.timeline import Clock
from referee.core.command import Caller, Change
from referee.core.http.field_faults import FieldFault, invalid
from referee.core.http.fields import OneOf
from referee.core.http.schemas import Line, Lines, ReasonIn
from referee.events.queries import lock_event
from referee.models import Call, Case, Entry, GameTable, Round
from referee.tables.schemas import MOST_ENTRIES, ClientId
from tournaments.typed import Whole


@dataclass(frozen=True, slots=True)
class OpenCase:
    """A case to open at a table."""

    client_id: ClientId
    call_id: Annotated[
        str | None,
        Line(18),
        "The id of the call that it came from; left out: the open one that the caller has taken, if there is one.",
    ] = None
    refused: Annotated[int | None, Whole(1, MOST_ENTRIES), "The number of the refused entry that it is about."] = None
    note: Annotated[str, Lines(2000), "What it is about."] = ""


def open_case(caller: Caller, table_id: str, given: OpenCase) -> str:
    """Open a case at a table and return its id.  Idempotent: a repeated client id is the same case.

    Raises the problems ``not_found`` and ``not_allowed``, and ``invalid`` if ``refused`` is not a refused entry of the
    table's log, or ``call_id`` not a call of the table.
    """
    with caller.change() as change:
        session = change.session
        event_id = change.row(GameTable, table_id).event_id
        caller.allow("case.open", event_id, table_id)
        lock_event(session, event_id)  # keeps the numbers consecutive
        table = lock_table(session, table_id)
        known = select(Case).where(Case.table_id == table.id, Case.client_id == given.client_id)
        if (before := session.exec(known).first()) is not None:
            return before.id
        if given.refused is not None:
            entry = session.get(Entry, (table.id, given.refused))
            if entry is None or entry.accepted:
                raise invalid(FieldFault("refused", "entry_not_refused", {"seq": given.refused}))
        if given.call_id is not None:
            call = session.get(Call, given.call_id)
            if call is None or call.table_id != table.id:
                raise invalid(FieldFault("call_id", "call_of_another_table", {"number": table.number}))
        call_id = given.call_id or _own_call_id(change, table.id)
        last = session.exec(select(func.max(Case.number)).where(Case.event_id == event_id)).one()
        clock = clock_of(session, table, change.now)
        case = Case(
            event_id=event_id,
            number=(last or 0) + 1,
            table_id=table.id,
            client_id=given.client_id,
            call_id=call_id,
            seq=table.seq,
            refused=given.refused,
            clock=clock_state(clock),
            remaining=clock.remaining,
            opened_at=change.now,
        )
        session.add(case)
        session.flush()
        CASES.add(change, case, OPENED, given.note)
        return case.id


def _own_call_id(change: Change, table_id: str) -> str | None:
    """The id of the table's open call that the caller has taken, if any: a case opened there is about that call."""
    held = (each for each in open_calls(change.session, table_id) if each.held_by(change.author.account_id))
    return next((each.call.id for each in held), None)


@dataclass(frozen=True, slots=True)
class NoteCase:
    """A note to add to a case."""

    note: Annotated[str, Lines(2000)]
    kind: Annotated[
        str, OneOf(NOTE_KINDS), "`stated`: what `speaker` said; `restricted`: only arbiters may read it."
    ] = NOTED
    speaker: Annotated[str, Line(40, 0), "`stated`: a seat of the table, or a name."] = ""


def note_case(caller: Caller, case_id: str, given: NoteCase) -> None:
    """Add a note to a case: a witness's statement, a finding, or something that only arbiters may read.

    Raises the problems ``not_found`` and ``not_allowed``, and ``invalid`` for missing fields.
    """
    with caller.change() as change:
        found = CASES.claim(change, case_id, given.kind)
        speaker = given.speaker.strip() if given.kind == STATED else None
        missing = [name for name, value in (("note", given.note.strip()), ("speaker", speaker)) if value == ""]
        if missing:
            raise invalid(*(FieldFault(name, "missing", {}) for name in missing))
        CASES.add(change, found.case, given.kind, given.note, seat=speaker)


def withdraw_case(caller: Caller, case_id: str, given: ReasonIn) -> None:
    """Withdraw a case that has not been decided.

    Raises the problems ``not_found``, ``not_allowed``, ``case_decided`` and ``case_withdrawn``.
    """
    with caller.change() as change:
        CASES.add(change, CASES.claim(change, case_id, WITHDRAWN).case, WITHDRAWN, given.reason)


def clock_of(session: Session, table: GameTable, now: int) -> Clock:
    round_ = session.get_one(Round, table.round_id)
    return moves_of(session, round_.id, [table.id]).clock(round_, now, table.id)


def clock_state(clock: Clock) -> str:
    """The state of a clock, one of `referee.cases.state.CLOCKS`."""
    if clock.remaining is None:
        return "untimed"
    if clock.over:
        return "over"
    if clock.paused:
        return "paused"
    return "running" if clock.started else "stopped"
