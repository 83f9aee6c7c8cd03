"""The results of tables, version by version: which of them stand, and how far a table's is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlmodel import Session, col, select

from referee.models import GameTable, TableResult

NONE, ENTERED, CONFIRMED = "none", "entered", "confirmed"


def versions(session: Session, table_id: str) -> Sequence[TableResult]:
    """All versions of a table's result, the first one first."""
    wanted = select(TableResult).where(TableResult.table_id == table_id).order_by(col(TableResult.version))
    return session.exec(wanted).all()


def state_of(session: Session, tables: Iterable[GameTable]) -> dict[str, str]:
    """How far the result of each table is, by the table's id.

    ``none``; ``entered``: its latest version waits to be confirmed, be it the first or a correction; ``confirmed``.
    """
    found = {table.id: NONE for table in tables}
    wanted = (
        select(TableResult.table_id, TableResult.confirmed_at)
        .where(col(TableResult.table_id).in_(list(found)))
        .order_by(col(TableResult.version))
    )
    for table_id, confirmed_at in session.exec(wanted):
        found[table_id] = ENTERED if confirmed_at is None else CONFIRMED
    return found


def standing(session: Session, event_id: str, *, entered: bool = False) -> dict[str, TableResult]:
    """The version of every table's result that stands, by the table's id: the highest that was confirmed.

    ``entered``: the highest of all, confirmed or not.
    """
    wanted = select(TableResult).where(TableResult.event_id == event_id).order_by(col(TableResult.version))
    if not entered:
        wanted = wanted.where(col(TableResult.confirmed_at).is_not(None))
    return {each.table_id: each for each in session.exec(wanted)}
