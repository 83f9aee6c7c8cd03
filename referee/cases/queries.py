"""Queries for the cases of an event, with their state."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence

from sqlmodel import Session, col, select

from referee.calls.queries import lock_table, tables_of
from referee.cases.state import CaseState, state_of
from referee.core.rows import get_row
from referee.models import Case, CaseStep, Round


def cases_of(session: Session, event_id: str, *, still_open: bool = False) -> list[CaseState]:
    """The cases of an event, the latest first; with ``still_open`` only those that await a decision, on the case or on
    an appeal, the oldest first.
    """
    query = select(Case).where(Case.event_id == event_id).order_by(col(Case.number).desc())
    found = list(case_states(session, session.exec(query).all()))
    return [each for each in reversed(found) if not each.over] if still_open else found


def cases_at(session: Session, table_id: str) -> list[CaseState]:
    """The cases of a table, the latest first."""
    query = select(Case).where(Case.table_id == table_id).order_by(col(Case.number).desc())
    return list(case_states(session, session.exec(query).all()))


def case_state(session: Session, case_id: str) -> CaseState:
    """The state of a case.  Raises the problem ``not_found``."""
    return next(case_states(session, [get_row(session, Case, case_id)]))


def lock_case(session: Session, case_id: str) -> CaseState:
    """Lock the table of a case and return the case.  Until the transaction ends, nobody else can change the cases of
    the table or report there.  Raises the problem ``not_found``.
    """
    lock_table(session, case_state(session, case_id).case.table_id)
    return case_state(session, case_id)


def case_states(session: Session, cases: Sequence[Case]) -> Iterator[CaseState]:
    """The states of some cases, in the same order."""
    if not cases:
        return
    steps = defaultdict(list)
    query = select(CaseStep).where(col(CaseStep.case_id).in_([case.id for case in cases]))
    for step in session.exec(query.order_by(col(CaseStep.at), col(CaseStep.id))):
        steps[step.case_id].append(step)
    tables = tables_of(session, {case.table_id for case in cases})
    ids = {table.round_id for table in tables.values()}
    rounds = {each.id: each for each in session.exec(select(Round).where(col(Round.id).in_(ids)))}
    for case in cases:
        table = tables[case.table_id]
        yield state_of(case, table, rounds[table.round_id], steps[case.id])


def seat_names(found: CaseState) -> dict[str, str]:
    """The names of the players at the table of a case, by seat; the seat itself where no name is known."""
    header = json.loads(found.table.header)
    names = header.get("names", {})
    return {seat: names.get(seat, seat) for seat in header["seats"]}
