"""Answering a call: claiming it, handing it on, settling it.  Whoever comes second is told who was first."""

from __future__ import annotations

from typing import Any

from sqlmodel import Session

from referee import audit
from referee.access.principal import Principal
from referee.access.roles import ADMINISTRATOR, LEADERS
from referee.event.call_state import CLAIMED, ESCALATED, HANDED_OVER, LEVELS, RESOLVED, CallState, may_take
from referee.event.calls import call_state, held_call
from referee.event.judges import judge
from referee.language import word
from referee.models import CallStep
from referee.problems import Problem


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
