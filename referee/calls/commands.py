"""Making and answering calls, giving back the time they took, assigning judges, leaving notes at tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, TypeAlias

from sqlmodel import select

from referee.calls.queries import CALLS, answering_judge, assignments_of, lock_table, open_calls
from referee.calls.state import (
    ABOUT,
    CLAIMED,
    ESCALATED,
    EXTENDED,
    HANDED_OVER,
    KINDS,
    LEVELS,
    RESOLVED,
    WITHDRAWN,
    call_time,
    minutes_text,
)
from referee.calls.views import NoteView
from referee.clocks.change import ClockMove, move_tables
from referee.clocks.locking import lock_round
from referee.clocks.timeline import EXTEND, MINUTE
from referee.core.command import Caller, Change
from referee.core.http.declared import FieldExample
from referee.core.http.field_faults import FieldFault, invalid
from referee.core.http.fields import Length, OneOf
from referee.core.http.schemas import Line, Lines
from referee.core.language import text
from referee.core.problems import Problem
from referee.log.table_game import TableGames
from referee.models import Assignment, Call, CallLine, Entry, Event, GameTable, Round, TableNote
from referee.tables.schemas import ClientId
from tournaments.typed import Whole

Note: TypeAlias = Annotated[str, Lines(2000)]
HIGHEST = 10_000
"""The highest number of a table."""


@dataclass(frozen=True, slots=True)
class MakeCall:
    """A call from a table."""

    client_id: ClientId
    kind: Annotated[str, OneOf(KINDS), "The level of help wanted.", FieldExample("judge")]
    about: Annotated[str, OneOf(ABOUT), FieldExample("rule")]
    text: Annotated[str, Line(400, 0), FieldExample("May I still build after this throw?")] = ""
    refused: Annotated[int | None, Whole(1, 10**6), "The number of the refused entry that the call is about."] = None


@dataclass(frozen=True, slots=True)
class Noted:
    """What somebody may add to a step."""

    note: Note = ""


@dataclass(frozen=True, slots=True)
class HandOver:
    """Whom a call is handed over to."""

    to: Annotated[str, Line(18), "The person's account id."]
    note: Note = ""


@dataclass(frozen=True, slots=True)
class AssignedTables:
    """The tables ``first`` to ``last``, which somebody looks after."""

    account_id: Annotated[str, Line(18)]
    first: Annotated[int, Whole(1, HIGHEST), FieldExample(1)]
    last: Annotated[int, Whole(1, HIGHEST), FieldExample(4)]


@dataclass(frozen=True, slots=True)
class AssignTables:
    """Who looks after which tables of a round."""

    rows: Annotated[Sequence[AssignedTables], Length(max=1000)]


@dataclass(frozen=True, slots=True)
class LeaveNote:
    """A note about a table; an empty one clears it."""

    text: Note


@dataclass(frozen=True, slots=True)
class MadeCall:
    """The result of a call.  ``id``: of the call that was made or joined; ``repeated``: whether it is a retry."""

    id: str
    repeated: bool


def make_call(caller: Caller, table_id: str, given: MakeCall) -> MadeCall:
    """Call somebody to a table.  Joins the table's last open call where it can (`CallState.can_be_joined`).
    Idempotent: a repeated client id is the same call.

    Raises the problems ``not_found`` and ``not_allowed``, and ``invalid`` if ``refused`` is not a refused entry of the
    table's log.
    """
    with caller.change() as change:
        session = change.session
        caller.allow("call.make", change.row(GameTable, table_id).event_id, table_id)
        table = lock_table(session, table_id)
        known = select(CallLine).where(CallLine.table_id == table.id, CallLine.client_id == given.client_id)
        if (line := session.exec(known).first()) is not None:
            return MadeCall(line.call_id, repeated=True)
        if given.refused is not None:
            entry = session.get(Entry, (table.id, given.refused))
            if entry is None or entry.accepted:
                raise invalid(FieldFault("refused", "entry_not_refused", {"seq": given.refused}))
        last, at = open_calls(session, table.id)[:1], change.now
        found = next((each for each in last if each.can_be_joined(given.kind)), None)
        if found is None:
            call = Call(event_id=table.event_id, table_id=table.id, called_at=at)
            session.add(call)
            session.flush()
        else:
            call, at = found.call, CALLS.next_moment(change, found.call.id)
        session.add(
            CallLine(
                call_id=call.id,
                table_id=table.id,
                client_id=given.client_id,
                wants=given.kind,
                about=given.about,
                text=given.text,
                seq=table.seq,
                refused=given.refused,
                **change.signed,
                at=at,
            )
        )
        details = {"kind": given.kind, "about": given.about}
        change.audit("call.make", f"call:{call.id}", table.event_id, table=table.id, **details)
        return MadeCall(call.id, repeated=False)


def withdraw_call(caller: Caller, call_id: str) -> None:
    """Withdraw a call that the table no longer needs.

    Raises the problems ``not_found``, ``not_allowed`` and ``call_over``.
    """
    with caller.change() as change:
        CALLS.add(change, CALLS.claim(change, call_id, WITHDRAWN).call, WITHDRAWN)


def claim_call(caller: Caller, call_id: str) -> None:
    """Take a call.

    409 `call_claimed` names the person who already has it; `call_above`: a higher level is wanted.

    Raises the problems ``not_found``, ``not_allowed``, ``call_over``, ``call_claimed`` and ``call_above``.
    """
    with caller.change() as change:
        found, who = CALLS.claim(change, call_id, CLAIMED), change.person
        if not found.held_by(who.account_id):  # who has it already may take it again
            CALLS.add(change, found.call, CLAIMED, holder_id=who.account_id, holder=who.author.name)


def escalate_call(caller: Caller, call_id: str, given: Noted) -> None:
    """Escalate a call from a judge to an arbiter, or from an arbiter to the head judge.

    It can then be taken again.

    Raises the problems ``not_found``, ``not_allowed``, ``call_over``, ``call_claimed`` and ``call_highest``.
    """
    with caller.change() as change:
        found = CALLS.claim(change, call_id, ESCALATED)
        CALLS.add(change, found.call, ESCALATED, given.note, level=LEVELS[LEVELS.index(found.level) + 1])


def settle_by_ruling(change: Change, call_id: str, note: str, minutes: int | None) -> None:
    """Resolve a call by the ruling that it led to, whoever has it; one that is over stays as it is.

    ``minutes``: the extension that the ruling gave the table, None without one.  The table must be locked.
    """
    found = CALLS.state(change.session, call_id)
    if found.over is not None:
        return
    CALLS.add(change, found.call, RESOLVED, note)
    if minutes is not None:
        CALLS.add(change, found.call, EXTENDED, minutes=minutes)


def hand_call_over(caller: Caller, call_id: str, given: HandOver) -> None:
    """Hand a call over to a named person.

    The person who has the call may do this; the head judge and the organizer always may.

    Raises the problems ``not_found``, ``not_allowed``, ``call_over``, ``call_claimed`` and ``not_answering``.
    """
    with caller.change() as change:
        found = CALLS.claim(change, call_id, HANDED_OVER)
        recipient = answering_judge(change.session, found.call.event_id, given.to)
        CALLS.add(change, found.call, HANDED_OVER, given.note, holder_id=recipient.id, holder=recipient.name)


def resolve_call(caller: Caller, call_id: str, given: Noted) -> None:
    """Resolve a call, with a note on how it was settled.

    `extension` in the response is the extra time that can be given for the time it took.

    Raises the problems ``not_found``, ``not_allowed``, ``call_over`` and ``call_claimed``.
    """
    with caller.change() as change:
        CALLS.add(change, CALLS.claim(change, call_id, RESOLVED).call, RESOLVED, given.note)


def extend_for_call(caller: Caller, call_id: str) -> None:
    """Give the table the extension proposed for a settled call; possible once.

    409 gives the reason if it is not possible: `no_extension`, or whatever prevents the clock from being extended.

    Raises the problems ``not_found``, ``not_allowed``, ``no_extension`` and those of
    `referee.clocks.change.move_tables`.
    """
    database = caller.service.database
    with database.read() as session:
        before = CALLS.state(session, call_id)
    caller.allow("table.clock", before.call.event_id, before.table.id)
    caller.service.part(TableGames).prepare([before.table.id])
    with caller.change() as change:
        session = change.session
        locked = lock_round(session, database, before.table.round_id, [before.table.id])
        found = CALLS.locked(session, call_id)
        time = call_time(locked.round, locked.moves, found)
        if time is None or not time.minutes or found.extended is not None:
            given = found.extended.minutes if found.extended else 0
            settled = found.over.author if time and found.over else "–"
            raise Problem("no_extension", number=found.table.number, settled=settled, given=given)
        language = session.get_one(Event, found.call.event_id).language
        reason = text(language, "calls_extension_reason", time=minutes_text(time.passed))
        move = ClockMove(EXTEND, time.minutes * MINUTE, reason)
        move_tables(change, locked, locked.tables, move)
        change.audit(
            "table.clock",
            f"table:{found.table.id}",
            found.call.event_id,
            kind=EXTEND,
            seconds=time.minutes * 60,
            reason=reason,
            call=call_id,
        )
        CALLS.add(change, found.call, EXTENDED, minutes=time.minutes)


def set_assignments(caller: Caller, round_id: str, given: AssignTables) -> None:
    """Replace the assignments of a round: who looks after which tables. Other duties stay.

    Raises the problems ``not_found``, ``not_allowed``, ``not_answering``, and ``invalid`` if a last table comes before
    the first.
    """
    with caller.change() as change:
        session = change.session
        caller.allow("assignment.change", change.row(Round, round_id).event_id)
        backward = [(number, each.first) for number, each in enumerate(given.rows) if each.last < each.first]
        if backward:
            raise invalid(*(FieldFault(f"rows.{number}.last", "from", {"least": least}) for number, least in backward))
        round_ = session.get_one(Round, round_id, with_for_update={"key_share": True})
        for account_id in {each.account_id for each in given.rows}:
            answering_judge(session, round_.event_id, account_id)
        for row in assignments_of(session, [round_id]):
            session.delete(row)
        rows = [asdict(each) for each in given.rows]
        session.add_all(Assignment(round_id=round_id, **each) for each in rows)
        change.audit("assignment.change", f"round:{round_id}", round_.event_id, rows=rows)


def leave_note(caller: Caller, table_id: str, given: LeaveNote) -> NoteView:
    """Leave a note at a table for the next person who comes there.

    An empty note clears the previous one.

    Raises the problems ``not_found`` and ``not_allowed``.
    """
    with caller.change() as change:
        table, author = change.row(GameTable, table_id), change.author
        caller.allow("call.answer", table.event_id, table_id)
        row = TableNote(
            event_id=table.event_id,
            table_id=table_id,
            text=given.text,
            author=author.name,
            account_id=author.account_id,
            made_at=change.now,
        )
        change.session.add(row)
        change.audit("table.note", f"table:{table_id}", table.event_id, text=given.text)
        change.session.flush()
    return row
