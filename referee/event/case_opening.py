"""Opening a case at a table, noting something about it, and giving it up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlmodel import Session, func, select

from referee.access.principal import Principal
from referee.clock.hold import moves_of
from referee.clock.timeline import Clock
from referee.event.calls import held as held_table
from referee.event.case_state import NOTED, OPENED, WITHDRAWN, CaseState
from referee.event.case_step import step
from referee.event.cases import case_state, held_case
from referee.event.players import held as held_event
from referee.field_faults import Fault, invalid
from referee.models import Call, Case, Entry, GameTable, Round
from referee.problems import Problem


def open_case(session: Session, now: int, who: Principal, table_id: str, given: Mapping[str, Any]) -> CaseState:
    """Open a case at a table; the same client id again is the same case.

    ``given``: in the form of `referee.api.schemas.case.CaseIn`.  Raises the problems ``not_found``, and ``invalid``
    where ``refused`` is no refused entry of the table's log, or ``call_id`` no call of the table.
    """
    table = session.get(GameTable, table_id)
    if table is None:
        raise Problem("not_found", path=table_id)
    held_event(session, table.event_id)  # the numbers follow one another
    table = held_table(session, table_id)
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
    """How a clock stands, in one of the words of `referee.event.case_state.CLOCKS`."""
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
