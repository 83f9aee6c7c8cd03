"""What has begun: a table at which something counts, a report in force or a result, and not a log that has lines.

A throw taken back, a report refused, a warning put on record before the start: none of these keeps anybody on a seat.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from sqlmodel import Session, col, select

from referee.core.chain import FIELDS, ChainLine
from referee.log.standing import standing_history
from referee.models import Entry, GameTable

MOST_READ = 40
"""A log with more entries than this is not read: a game goes on there."""


def counting_logs(session: Session, tables: Iterable[GameTable]) -> set[str]:
    """The ids of those tables in whose logs a report is in force."""
    logged = [table for table in tables if table.seq]
    short = [table.id for table in logged if table.seq <= MOST_READ]
    found = {table.id for table in logged if table.seq > MOST_READ}
    columns = [getattr(Entry, name) for name in FIELDS]
    query = select(Entry.table_id, *columns).where(col(Entry.table_id).in_(short))
    rows = session.exec(query.order_by(col(Entry.table_id), col(Entry.seq))).all() if short else []
    for table_id, entries in groupby(rows, key=lambda row: row[0]):
        if _counts(ChainLine(*row[1:]) for row in entries):
            found.add(table_id)
    return found


def _counts(lines: Iterable[ChainLine]) -> bool:
    """Whether a report that does something stands at the end of a log."""
    last = standing_history(lines)[-1]
    while last is not None:
        if last.report["type"] != "retract" and not (last.report["type"] == "ruling" and last.report.get("set") == {}):
            return True
        last = last.before
    return False
