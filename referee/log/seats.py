"""The seats at the tables, as they were published or rolled."""

from __future__ import annotations

from collections.abc import Iterable

from sqlmodel import Session, col, select

from referee.models import Seat


def seated(session: Session, table_ids: Iterable[str]) -> dict[str, list[Seat]]:
    """The seats at some tables, by start order; none at a table that was not seated by us, or is needed no more."""
    ids = list(table_ids)
    found: dict[str, list[Seat]] = {table_id: [] for table_id in ids}
    wanted = select(Seat).where(col(Seat.table_id).in_(ids)).order_by(col(Seat.table_id), col(Seat.start_order))
    for seat in session.exec(wanted):
        found[seat.table_id].append(seat)
    return found
