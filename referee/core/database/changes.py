"""The chain of changes: a hash chain of what people have decided, in the order in which it was written.

The log of a table has a chain of its own (`referee.core.chain`).  Cases, decisions, results and penalties are rows:
whenever one is written, its new content is added to the chain of its event, in the same transaction.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

from sqlalchemy import event, text
from sqlalchemy.orm import UOWTransaction
from sqlmodel import Session, SQLModel

from referee.models import Adjustment, Case, CaseStep, DecisionMade, Penalty, PenaltyStep, Precedent, TableResult


def _event_of_row(_session: Session, row: Any) -> str:
    return str(row.event_id)


def _event_of_case(session: Session, row: Any) -> str:
    return session.get_one(Case, row.case_id).event_id


def _event_of_penalty(session: Session, row: Any) -> str:
    return session.get_one(Penalty, row.penalty_id).event_id


CHAINED: dict[type[SQLModel], Callable[[Session, Any], str]] = {
    Case: _event_of_row,
    CaseStep: _event_of_case,
    Precedent: _event_of_row,
    DecisionMade: _event_of_row,
    Adjustment: _event_of_row,
    TableResult: _event_of_row,
    Penalty: _event_of_row,
    PenaltyStep: _event_of_penalty,
}
"""The chained models, each with a function that finds the event of a row."""

BEGIN = text("INSERT INTO event_chain (event_id, seq, head) VALUES (:event_id, 0, :head) ON CONFLICT DO NOTHING")
END = "SELECT seq, head FROM event_chain WHERE event_id = :event_id"
ADD = text(
    "INSERT INTO change (event_id, seq, at, kind, row_id, content, hash)"
    " VALUES (:event_id, :seq, :at, :kind, :row_id, :content, :hash)"
)
MOVE = text("UPDATE event_chain SET seq = :seq, head = :head WHERE event_id = :event_id")


def canonical(value: Any) -> str:
    """The canonical text of a JSON value, which is stored and hashed."""
    return json.dumps(value, separators=(",", ":"))


def first_hash(event_id: str) -> str:
    """The start of an event's chain."""
    return hashlib.sha256(event_id.encode()).hexdigest()


def next_hash(before: str, seq: int, at: int, kind: str, row_id: str, content: str) -> str:
    """The hash of a change that follows the one with the hash ``before``."""
    return hashlib.sha256(canonical([before, seq, at, kind, row_id, content]).encode()).hexdigest()


def content_of(row: SQLModel) -> dict[str, Any]:
    return {column.name: getattr(row, column.name) for column in row.__table__.columns}  # type: ignore[attr-defined]


class Changes:
    """Collects the chained rows that a session writes; ``chain`` adds them to the chains before it commits."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._written: dict[int, SQLModel] = {}
        event.listen(session, "after_flush", self._collect)

    def _collect(self, session: Session, _context: UOWTransaction) -> None:
        for row in (*session.new, *session.dirty):
            if type(row) in CHAINED:
                self._written[id(row)] = row

    def chain(self, now: int) -> None:
        """Add what was written to the chains.  It must be the last thing that a transaction does: other writers to the
        same chain wait from here on, and this transaction must need nothing that they hold.
        """
        self._session.flush()
        by_event: dict[str, list[SQLModel]] = {}
        for row in self._written.values():
            by_event.setdefault(CHAINED[type(row)](self._session, row), []).append(row)
        for event_id in sorted(by_event):
            self._add(event_id, by_event[event_id], now)

    def _add(self, event_id: str, rows: list[SQLModel], now: int) -> None:
        connection = self._session.connection()
        connection.execute(BEGIN, {"event_id": event_id, "head": first_hash(event_id)})
        locking = "" if connection.dialect.name == "sqlite" else " FOR UPDATE"
        seq, head = connection.execute(text(END + locking), {"event_id": event_id}).one()
        for row in rows:
            content = content_of(row)
            change = {
                "seq": seq + 1,
                "at": now,
                "kind": row.__tablename__,
                "row_id": content["id"],
                "content": canonical(content),
            }
            seq, head = seq + 1, next_hash(head, **change)
            connection.execute(ADD, {"event_id": event_id, **change, "hash": head})
        connection.execute(MOVE, {"event_id": event_id, "seq": seq, "head": head})
