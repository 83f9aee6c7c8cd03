"""Opening a case at a table, noting something about it, and giving it up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlmodel import Session, func, select

from referee.calls.queries import lock_table
from referee.cases.queries import case_state, held_case
from referee.cases.state import NOTED, OPENED, WITHDRAWN, CaseState
from referee.clocks.hold import moves_of
from referee.clocks.timeline import Clock
from referee.core import audit
from referee.core.access.principal import Principal
from referee.core.http.field_faults import Fault, invalid
from referee.core.problems import Problem
from referee.events.queries import held as held_event
from referee.models import Call, Case, CaseStep, Entry, GameTable, Round


def step(session: Session, now: int, who: Principal, case: Case, kind: str, note: str = "", **more: Any) -> CaseState:
    """Write a step of a case whose table is held; the case as it stands then.

    ``more``: further columns of `referee.models.CaseStep`.
    """
    author = who.author
    last = session.exec(select(func.max(CaseStep.at)).where(CaseStep.case_id == case.id)).one()
    made = CaseStep(
        case_id=case.id, kind=kind, note=note, author=author.name, account_id=author.account_id,
        credential_id=author.credential_id, at=max(now, (last or 0) + 1), **more,
    )  # fmt: skip
    session.add(made)
    said = {"number": case.number, "note": note, **{name: value for name, value in more.items() if name in TOLD}}
    audit.record(session, now, who, f"case.{kind}", f"case:{case.id}", case.event_id, **said)
    session.flush()
    return case_state(session, case.id)


TOLD = ("seat", "entry", "standing")
"""The columns that the audit log names; a decision stands in the log of its table."""


def open_case(session: Session, now: int, who: Principal, table_id: str, given: Mapping[str, Any]) -> CaseState:
    """Open a case at a table; the same client id again is the same case.

    ``given``: in the form of `referee.cases.schemas.given.CaseIn`.  Raises the problems ``not_found``, and ``invalid``
    where ``refused`` is no refused entry of the table's log, or ``call_id`` no call of the table.
    """
    table = session.get(GameTable, table_id)
    if table is None:
        raise Problem("not_found", path=table_id)
    held_event(session, table.event_id)  # the numbers follow one another
    table = lock_table(session, table_id)
    known = select(Case).where(Case.table_id == table_id, Case.client_id == given["client_id"])
    if (before := session.exec(known).first()) is not None:
        return case_state(session, before.id)
    refused, call_id = given.get("refused"), given.get("call_id")
    if refused is not None:
        entry = session.get(Entry, (table_id, refused))
        if entry is None or entry.accepted:
            raise invalid(Fault("refused", "entry_not_refused", {"seq": refused}))
    if call_id is not None:
        call = session.get(Call, call_id)
        if call is None or call.table_id != table_id:
            raise invalid(Fault("call_id", "call_of_another_table", {"number": table.number}))
    last = session.exec(select(func.max(Case.number)).where(Case.event_id == table.event_id)).one()
    clock = clock_of(session, table, now)
    made = Case(
        event_id=table.event_id, number=(last or 0) + 1, table_id=table_id, client_id=given["client_id"],
        call_id=call_id, seq=table.seq, refused=refused, clock=clock_state(clock), remaining=clock.remaining,
        opened_at=now,
    )  # fmt: skip
    session.add(made)
    session.flush()
    return step(session, now, who, made, OPENED, given.get("note", ""))


def clock_of(session: Session, table: GameTable, now: int) -> Clock:
    """The clock of a table at a moment."""
    round_ = session.get_one(Round, table.round_id)
    return moves_of(session, round_.id, [table.id]).clock(round_, now, table.id)


def clock_state(clock: Clock) -> str:
    """How a clock stands, in one of the words of `referee.cases.state.CLOCKS`."""
    if clock.remaining is None:
        return "untimed"
    if clock.over:
        return "over"
    if clock.paused:
        return "paused"
    return "running" if clock.started else "stopped"


def note(session: Session, now: int, who: Principal, case_id: str, said: str) -> CaseState:
    """Keep something with a case, decided or not.  Raises the problems ``not_found`` and ``invalid`` (nothing said)."""
    if not said.strip():
        raise invalid(Fault("note", "missing", {}))
    return step(session, now, who, held_case(session, case_id).case, NOTED, said)


def withdraw(session: Session, now: int, who: Principal, case_id: str, reason: str) -> CaseState:
    """Give up a case that is not decided.

    Raises the problems ``not_found``, ``case_decided`` and ``case_withdrawn``.
    """
    found = held_case(session, case_id)
    refuse_over(found)
    return step(session, now, who, found.case, WITHDRAWN, reason)


def refuse_over(found: CaseState) -> None:
    """Raises the problem ``case_decided`` or ``case_withdrawn`` where nothing is to be decided any more."""
    if found.withdrawn is not None:
        raise Problem("case_withdrawn", name=found.name, by=found.withdrawn.author)
    if found.first is not None:
        raise Problem("case_decided", name=found.name, by=found.first.author)
