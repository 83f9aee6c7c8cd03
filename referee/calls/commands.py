"""Calling a judge, and answering: claiming a call, handing it on, settling it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlmodel import Session, select

from referee.calls.queries import call_state, held, held_call, judge, open_call
from referee.calls.state import CLAIMED, ESCALATED, HANDED_OVER, LEVELS, RESOLVED, WITHDRAWN, CallState, may_take
from referee.core import audit
from referee.core.access.principal import Principal
from referee.core.access.roles import ADMINISTRATOR, LEADERS
from referee.core.http.field_faults import Fault, invalid
from referee.core.language import word
from referee.core.problems import Problem
from referee.models import Call, CallLine, CallStep, Entry


def claim(session: Session, now: int, who: Principal, call_id: str) -> CallState:
    """Take a call; taking what one has already changes nothing.

    Raises the problems ``not_found``, ``call_over``, ``call_claimed`` and ``call_above``.
    """
    found = held_call(session, call_id)
    refuse_over(found)
    if found.held_by(who.account_id):
        return found
    refuse_claimed(found, who)
    roles = who.roles_in(found.call.event_id)
    if not may_take(roles, found.level):
        raise Problem("call_above", number=found.table.number, level=word(f"role_{found.level}"))
    return step(session, now, who, found, CLAIMED, holder_id=who.account_id, holder=who.author.name)


def escalate(session: Session, now: int, who: Principal, call_id: str, note: str) -> CallState:
    """Ask for somebody higher: from a judge to an arbiter to the head judge.

    Raises the problems ``not_found``, ``call_over``, ``call_claimed`` and ``call_highest``.
    """
    found = held_call(session, call_id)
    refuse_over(found)
    refuse_claimed(found, who)
    if found.level == LEVELS[-1]:
        raise Problem("call_highest", number=found.table.number)
    return step(session, now, who, found, ESCALATED, note, level=LEVELS[LEVELS.index(found.level) + 1])


def hand_over(session: Session, now: int, who: Principal, call_id: str, to: str, note: str) -> CallState:
    """Give a call to somebody by account id.  The head judge and the organizer may do so whoever has it.

    Raises the problems ``not_found``, ``call_over``, ``call_claimed`` and ``not_answering``.
    """
    found = held_call(session, call_id)
    refuse_over(found)
    if who.roles_in(found.call.event_id).isdisjoint(LEADERS | {ADMINISTRATOR}):
        refuse_claimed(found, who)
    heir = judge(session, found.call.event_id, to)
    return step(session, now, who, found, HANDED_OVER, note, holder_id=heir.id, holder=heir.name)


def resolve(session: Session, now: int, who: Principal, call_id: str, note: str) -> CallState:
    """Say that it is settled, and how.  Raises the problems ``not_found``, ``call_over`` and ``call_claimed``."""
    found = held_call(session, call_id)
    refuse_over(found)
    refuse_claimed(found, who)
    return step(session, now, who, found, RESOLVED, note)


def refuse_over(found: CallState) -> None:
    """Raises the problem ``call_over`` for a call that is settled or withdrawn."""
    if found.over is not None:
        raise Problem("call_over", number=found.table.number, by=found.over.author)


def refuse_claimed(found: CallState, who: Principal) -> None:
    """Raises the problem ``call_claimed`` where somebody else has the call."""
    if found.taken is not None and not found.held_by(who.account_id):
        raise Problem("call_claimed", number=found.table.number, by=found.taken.holder)


def step(
    session: Session, now: int, who: Principal, found: CallState, kind: str, note: str = "", **more: Any
) -> CallState:
    """Write a step of a call that is held; the call as it stands then."""
    now = max(now, found.last_at + 1)
    author = who.author
    made = CallStep(
        call_id=found.call.id, kind=kind, note=note, author=author.name, account_id=author.account_id,
        credential_id=author.credential_id, at=now, **more,
    )  # fmt: skip
    session.add(made)
    target = f"call:{found.call.id}"
    audit.record(session, now, who, f"call.{kind}", target, found.call.event_id, note=note, **more)
    session.flush()
    return call_state(session, found.call.id)


class Called(NamedTuple):
    """A call as it stands now, and whether it had been made before under the same client id."""

    state: CallState
    repeated: bool


def call(session: Session, now: int, who: Principal, table_id: str, given: Mapping[str, Any]) -> Called:
    """Call somebody to a table; while a call of the table is open, it is joined.

    ``given``: in the form of `referee.calls.schemas.CallIn`.  Raises the problems ``not_found``, and ``invalid``
    where ``refused`` is no refused entry of the table's log.
    """
    table = held(session, table_id)
    known = select(CallLine).where(CallLine.table_id == table_id, CallLine.client_id == given["client_id"])
    if (line := session.exec(known).first()) is not None:
        return Called(call_state(session, line.call_id), True)
    refused = given.get("refused")
    if refused is not None:
        entry = session.get(Entry, (table_id, refused))
        if entry is None or entry.accepted:
            raise invalid(Fault("refused", "entry_not_refused", {"seq": refused}))
    found = open_call(session, table_id)
    if found is None:
        made = Call(event_id=table.event_id, table_id=table_id, called_at=now)
        session.add(made)
        session.flush()
    else:
        made = found.call
        now = max(now, found.last_at + 1)
    session.add(
        CallLine(
            call_id=made.id, table_id=table_id, client_id=given["client_id"], wants=given["kind"], about=given["about"],
            text=given.get("text", ""), seq=table.seq, refused=refused, author=who.author.name,
            account_id=who.account_id, credential_id=who.credential_id, at=now,
        )
    )  # fmt: skip
    wanted = {"kind": given["kind"], "about": given["about"]}
    audit.record(session, now, who, "call.make", f"call:{made.id}", table.event_id, table=table_id, **wanted)
    session.flush()
    return Called(call_state(session, made.id), False)


def withdraw(session: Session, now: int, who: Principal, call_id: str) -> CallState:
    """The table has no need of it any more.  Raises the problems ``not_found`` and ``call_over``."""
    found = held_call(session, call_id)
    refuse_over(found)
    return step(session, now, who, found, WITHDRAWN)
