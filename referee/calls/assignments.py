"""Judges assigned to the tables of a round, and the notes that they leave at tables for each other."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlmodel import Session, col, select

from referee.calls.queries import judge
from referee.core import audit
from referee.core.access.principal import Principal
from referee.core.http.field_faults import Fault, invalid
from referee.core.problems import Problem
from referee.models import Account, Assignment, GameTable, Round, TableNote


def assigned(session: Session, round_ids: Collection[str]) -> Sequence[Assignment]:
    """Who looks after which tables of some rounds, by table number."""
    wanted = select(Assignment).where(col(Assignment.round_id).in_(round_ids))
    return session.exec(wanted.order_by(col(Assignment.first), col(Assignment.id))).all()


def names_of(session: Session, rows: Sequence[Assignment]) -> dict[str, str]:
    """The people who are assigned, by account id; also those who have lost their role since."""
    wanted = select(Account).where(col(Account.id).in_({each.account_id for each in rows}))
    return {each.id: each.name for each in session.exec(wanted)}


def looks_after(rows: Sequence[Assignment], account_id: str | None, table: GameTable) -> bool:
    """Whether somebody is assigned to a table."""
    return any(
        each.account_id == account_id and each.round_id == table.round_id and each.first <= table.number <= each.last
        for each in rows
    )


def assign(
    session: Session, now: int, who: Principal, round_id: str, given: Sequence[Mapping[str, Any]]
) -> Sequence[Assignment]:
    """Say who looks after which tables of a round, in place of what was said before.

    ``given``: in the form of `referee.calls.schemas.AssignmentIn`.  Raises the problems ``not_found``,
    ``not_answering``, and ``invalid`` where a last table stands before the first.
    """
    backward = [number for number, each in enumerate(given) if each["last"] < each["first"]]
    if backward:
        raise invalid(*(Fault(f"rows.{number}.last", "from", {"least": given[number]["first"]}) for number in backward))
    round_ = session.get(Round, round_id, with_for_update={"key_share": True})
    if round_ is None:
        raise Problem("not_found", path=round_id)
    for account_id in {each["account_id"] for each in given}:
        judge(session, round_.event_id, account_id)
    for each in assigned(session, [round_id]):
        session.delete(each)
    session.add_all(Assignment(round_id=round_id, **each) for each in given)
    rows = [dict(each) for each in given]
    audit.record(session, now, who, "assignment.change", f"round:{round_id}", round_.event_id, rows=rows)
    session.flush()
    return assigned(session, [round_id])


def notes(session: Session, table_ids: Collection[str]) -> dict[str, TableNote]:
    """The note that counts at each of some tables, by the table's id; none where it was cleared."""
    wanted = select(TableNote).where(col(TableNote.table_id).in_(table_ids)).order_by(col(TableNote.id))
    latest = {each.table_id: each for each in session.exec(wanted)}
    return {table_id: each for table_id, each in latest.items() if each.text}


def leave_note(session: Session, now: int, who: Principal, table: GameTable, text: str) -> TableNote:
    """Leave a note at a table for whoever comes next; an empty one clears what was there."""
    made = TableNote(
        event_id=table.event_id, table_id=table.id, text=text, author=who.author.name, account_id=who.account_id,
        made_at=now,
    )  # fmt: skip
    session.add(made)
    audit.record(session, now, who, "table.note", f"table:{table.id}", table.event_id, text=text)
    session.flush()
    return made
