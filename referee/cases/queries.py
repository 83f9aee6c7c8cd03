"""Queries for the cases of an event, with their state."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from sqlmodel import Session, col, select

from referee.calls.queries import lock_table, tables_of
from referee.cases.state import RIGHTS, CaseState, audited_step, obstacle, state_of
from referee.core.journal import Journal
from referee.models import Case, CaseStep, Round


def cases_of(session: Session, event_id: str, *, still_open: bool = False) -> list[CaseState]:
    """The cases of an event, the latest first; with ``still_open`` only those that await a decision, on the case or on
    an appeal, the oldest first.
    """
    query = select(Case).where(Case.event_id == event_id).order_by(col(Case.number).desc())
    found = CASES.states(session, session.exec(query).all())
    return [each for each in reversed(found) if not each.over] if still_open else found


def cases_at(session: Session, table_id: str) -> list[CaseState]:
    """The cases of a table, the latest first."""
    query = select(Case).where(Case.table_id == table_id).order_by(col(Case.number).desc())
    return CASES.states(session, session.exec(query).all())


def cases_on_call(session: Session, call_id: str | None) -> list[CaseState]:
    """The cases about a call that were not withdrawn, the latest first; none without a call."""
    query = select(Case).where(Case.call_id == call_id).order_by(col(Case.number).desc())
    found = CASES.states(session, session.exec(query).all()) if call_id else []
    return [each for each in found if each.withdrawn is None]


def case_states(
    session: Session, cases: Sequence[Case], steps: Mapping[str, Sequence[CaseStep]]
) -> Iterator[CaseState]:
    """The states of some cases, in the same order.  ``steps``: by case."""
    tables = tables_of(session, {case.table_id for case in cases})
    ids = {table.round_id for table in tables.values()}
    rounds = {each.id: each for each in session.exec(select(Round).where(col(Round.id).in_(ids)))}
    for case in cases:
        table = tables[case.table_id]
        yield state_of(case, table, rounds[table.round_id], steps[case.id])


CASES: Journal[Case, CaseStep, CaseState] = Journal(
    "case",
    Case,
    CaseStep,
    derive=case_states,
    lock=lambda session, case: lock_table(session, case.table_id),
    right=lambda _found, kind: RIGHTS[kind],
    obstacle=obstacle,
    audited=audited_step,
)
"""What is done about cases; while one is locked, nobody else can change those of its table, or report there."""


def seat_names(found: CaseState) -> dict[str, str]:
    """The names of the players at the table of a case, by seat; the seat itself where no name is known."""
    header = json.loads(found.table.header)
    names = header.get("names", {})
    return {seat: names.get(seat, seat) for seat in header["seats"]}
