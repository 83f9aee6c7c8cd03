"""Making and answering calls, giving back the time they took, assigning judges, leaving notes at tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlmodel import select

from referee.calls.queries import answering_judge, assignments_of, call_state, lock_call, lock_table, open_calls
from referee.calls.state import (
    CLAIMED,
    ESCALATED,
    EXTENDED,
    HANDED_OVER,
    LEVELS,
    RESOLVED,
    WITHDRAWN,
    CallState,
    call_time,
    may_take,
    minutes_text,
)
from referee.clocks.change import ClockMove, move_tables
from referee.clocks.locking import lock_round
from referee.clocks.timeline import EXTEND, MINUTE
from referee.core.access.principal import Principal
from referee.core.access.roles import ADMINISTRATOR, LEADERS
from referee.core.command import Caller, Change
from referee.core.http.field_faults import Fault, invalid
from referee.core.language import text
from referee.core.problems import Problem
from referee.log.table_game import TableGames
from referee.models import Assignment, Call, CallLine, CallStep, Entry, Event, GameTable, Round, TableNote
from rulesets.languages import LANGUAGES


@dataclass(frozen=True, slots=True)
class MakeCall:
    """A call to make.  ``kind``: who is wanted; ``refused``: the refused entry of the table's log that it is about;
    ``client_id``: the client's own id for the call, which makes a retry safe.
    """

    table_id: str
    client_id: str
    kind: str
    about: str
    text: str = ""
    refused: int | None = None


@dataclass(frozen=True, slots=True)
class MadeCall:
    """The result of a call.  ``id``: of the call that was made or joined; ``repeated``: whether it is a retry."""

    id: str
    repeated: bool


def make_call(caller: Caller, given: MakeCall) -> MadeCall:
    """Call somebody to a table.  Joins the table's last open call where it can (`CallState.can_be_joined`).
    Idempotent: a repeated client id is the same call.

    Raises the problems ``not_found`` and ``not_allowed``, and ``invalid`` if ``refused`` is not a refused entry of the
    table's log.
    """
    with caller.change() as change:
        session = change.session
        caller.allow("call.make", change.row(GameTable, given.table_id).event_id, given.table_id)
        table = lock_table(session, given.table_id)
        known = select(CallLine).where(CallLine.table_id == table.id, CallLine.client_id == given.client_id)
        if (line := session.exec(known).first()) is not None:
            return MadeCall(line.call_id, repeated=True)
        if given.refused is not None:
            entry = session.get(Entry, (table.id, given.refused))
            if entry is None or entry.accepted:
                raise invalid(Fault("refused", "entry_not_refused", {"seq": given.refused}))
        last, at = open_calls(session, table.id)[:1], change.now
        found = next((each for each in last if each.can_be_joined(given.kind)), None)
        if found is None:
            call = Call(event_id=table.event_id, table_id=table.id, called_at=at)
            session.add(call)
            session.flush()
        else:
            call, at = found.call, max(at, found.last_at + 1)
        author = change.author
        session.add(
            CallLine(
                call_id=call.id, table_id=table.id, client_id=given.client_id, wants=given.kind, about=given.about,
                text=given.text, seq=table.seq, refused=given.refused, author=author.name,
                account_id=author.account_id, credential_id=author.credential_id, at=at,
            )
        )  # fmt: skip
        details = {"kind": given.kind, "about": given.about}
        change.audit("call.make", f"call:{call.id}", table.event_id, table=table.id, **details)
        return MadeCall(call.id, repeated=False)


def withdraw_call(caller: Caller, call_id: str) -> None:
    """Withdraw a call that the table no longer needs.

    Raises the problems ``not_found``, ``not_allowed`` and ``call_over``.
    """
    with caller.change() as change:
        _add_step(change, _lock_open(change, call_id, "call.make"), WITHDRAWN)


def claim_call(caller: Caller, call_id: str) -> None:
    """Take a call.  Idempotent: taking one's own call again changes nothing.

    Raises the problems ``not_found``, ``not_allowed``, ``call_over``, ``call_claimed`` and ``call_above``.
    """
    with caller.change() as change:
        found = _lock_open(change, call_id, "call.answer")
        who = change.person
        if found.held_by(who.account_id):
            return
        _refuse_claimed(found, who)
        if not may_take(who.roles_in(found.call.event_id), found.level):
            level = {language: text(language, f"role_{found.level}") for language in LANGUAGES}
            raise Problem("call_above", number=found.table.number, level=level)
        _add_step(change, found, CLAIMED, holder_id=who.account_id, holder=who.author.name)


def escalate_call(caller: Caller, call_id: str, note: str) -> None:
    """Escalate a call to the next level: from a judge to an arbiter to the head judge.

    Raises the problems ``not_found``, ``not_allowed``, ``call_over``, ``call_claimed`` and ``call_highest``.
    """
    with caller.change() as change:
        found = _lock_open(change, call_id, "call.answer")
        _refuse_claimed(found, change.person)
        if found.level == LEVELS[-1]:
            raise Problem("call_highest", number=found.table.number)
        _add_step(change, found, ESCALATED, note, level=LEVELS[LEVELS.index(found.level) + 1])


def settle_by_ruling(change: Change, call_id: str, note: str, minutes: int | None) -> None:
    """Resolve a call by the ruling that it led to, whoever has it; one that is over stays as it is.

    ``minutes``: the extension that the ruling gave the table, None without one.  The table must be locked.
    """
    found = call_state(change.session, call_id)
    if found.over is not None:
        return
    _add_step(change, found, RESOLVED, note)
    if minutes is not None:
        change.session.flush()
        _add_step(change, call_state(change.session, call_id), EXTENDED, minutes=minutes)


@dataclass(frozen=True, slots=True)
class HandCallOver:
    """A call to hand over.  ``to``: an account id."""

    call_id: str
    to: str
    note: str = ""


def hand_call_over(caller: Caller, given: HandCallOver) -> None:
    """Hand a call over to somebody.  The head judge and the organizer may do so no matter who has it.

    Raises the problems ``not_found``, ``not_allowed``, ``call_over``, ``call_claimed`` and ``not_answering``.
    """
    with caller.change() as change:
        found = _lock_open(change, given.call_id, "call.answer")
        who = change.person
        if who.roles_in(found.call.event_id).isdisjoint(LEADERS | {ADMINISTRATOR}):
            _refuse_claimed(found, who)
        recipient = answering_judge(change.session, found.call.event_id, given.to)
        _add_step(change, found, HANDED_OVER, given.note, holder_id=recipient.id, holder=recipient.name)


def resolve_call(caller: Caller, call_id: str, note: str) -> None:
    """Mark a call as settled.  ``note``: how.

    Raises the problems ``not_found``, ``not_allowed``, ``call_over`` and ``call_claimed``.
    """
    with caller.change() as change:
        found = _lock_open(change, call_id, "call.answer")
        _refuse_claimed(found, change.person)
        _add_step(change, found, RESOLVED, note)


def extend_for_call(caller: Caller, call_id: str) -> None:
    """Give the table the extension that is proposed for a settled call, once.

    Raises the problems ``not_found``, ``not_allowed``, ``no_extension`` and those of
    `referee.clocks.change.move_tables`.
    """
    database = caller.service.database
    with database.read() as session:
        before = call_state(session, call_id)
    caller.allow("table.clock", before.call.event_id, before.table.id)
    caller.service.part(TableGames).prepare([before.table.id])
    with caller.change() as change:
        session = change.session
        locked = lock_round(session, database, before.table.round_id, [before.table.id])
        found = lock_call(session, call_id)
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
            "table.clock", f"table:{found.table.id}", found.call.event_id, kind=EXTEND,
            seconds=time.minutes * 60, reason=reason, call=call_id,
        )  # fmt: skip
        _add_step(change, found, EXTENDED, minutes=time.minutes)


def _lock_open(change: Change, call_id: str, action: str) -> CallState:
    """Lock the table of a call that is not over and return the call, if the caller may take the action.

    Raises the problems ``not_found``, ``not_allowed`` and ``call_over``.
    """
    row = change.row(Call, call_id)
    change.caller.allow(action, row.event_id, row.table_id)
    found = lock_call(change.session, call_id)
    if found.over is not None:
        raise Problem("call_over", number=found.table.number, by=found.over.author)
    return found


def _refuse_claimed(found: CallState, who: Principal) -> None:
    """Raise the problem ``call_claimed`` if somebody else has the call."""
    if found.taken is not None and not found.held_by(who.account_id):
        raise Problem("call_claimed", number=found.table.number, by=found.taken.holder)


def _add_step(change: Change, found: CallState, kind: str, note: str = "", **more: Any) -> None:
    """Add a step to a call, whose table must be locked.  ``more``: further columns of `CallStep`."""
    call, author = found.call, change.author
    step = CallStep(
        call_id=call.id, kind=kind, note=note, author=author.name, account_id=author.account_id,
        credential_id=author.credential_id, at=max(change.now, found.last_at + 1), **more,
    )  # fmt: skip
    change.session.add(step)
    change.audit(f"call.{kind}", f"call:{call.id}", call.event_id, note=note, **more)


@dataclass(frozen=True, slots=True)
class AssignedTables:
    """The tables ``first`` to ``last``, which an account looks after."""

    account_id: str
    first: int
    last: int


def assign_tables(caller: Caller, round_id: str, given: Sequence[AssignedTables]) -> None:
    """Replace the assignments of judges to the tables of a round.

    Raises the problems ``not_found``, ``not_allowed``, ``not_answering``, and ``invalid`` if a last table comes before
    the first.
    """
    with caller.change() as change:
        session = change.session
        caller.allow("assignment.change", change.row(Round, round_id).event_id)
        backward = [(number, each.first) for number, each in enumerate(given) if each.last < each.first]
        if backward:
            raise invalid(*(Fault(f"rows.{number}.last", "from", {"least": least}) for number, least in backward))
        round_ = session.get_one(Round, round_id, with_for_update={"key_share": True})
        for account_id in {each.account_id for each in given}:
            answering_judge(session, round_.event_id, account_id)
        for row in assignments_of(session, [round_id]):
            session.delete(row)
        rows = [asdict(each) for each in given]
        session.add_all(Assignment(round_id=round_id, **each) for each in rows)
        change.audit("assignment.change", f"round:{round_id}", round_.event_id, rows=rows)


def leave_note(caller: Caller, table_id: str, note: str) -> TableNote:
    """Leave a note at a table for whoever comes next; an empty one clears it.

    Raises the problems ``not_found`` and ``not_allowed``.
    """
    with caller.change() as change:
        table, author = change.row(GameTable, table_id), change.author
        caller.allow("call.answer", table.event_id, table_id)
        row = TableNote(
            event_id=table.event_id, table_id=table_id, text=note, author=author.name, account_id=author.account_id,
            made_at=change.now,
        )  # fmt: skip
        change.session.add(row)
        change.audit("table.note", f"table:{table_id}", table.event_id, text=note)
        change.session.flush()
    return row
