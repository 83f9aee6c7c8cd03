"""Verifying the chain of an event: the changes follow each other, and the rows are what the last change left."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, select
from sqlmodel import SQLModel

from referee.core.database.changes import CHAINED, first_hash, next_hash
from referee.log.verify import Finding
from referee.models import Case, Change, EventChain, Penalty

Row = tuple[str, str]
"""The table of a row, and its key."""


def change_findings(connection: Connection, event_id: str) -> Iterator[Finding]:
    """What is wrong with the cases, decisions, results and penalties of an event."""
    last: dict[Row, tuple[int, Any]] = {}
    seq, head = 0, first_hash(event_id)
    changes = SQLModel.metadata.tables[str(Change.__tablename__)]
    wanted = select(changes).where(changes.c.event_id == event_id).order_by(changes.c.seq)
    for found in connection.execute(wanted):
        if found.seq != seq + 1:
            yield Finding(event_id, found.seq, "change_gap", {"before": seq})
        elif found.hash != next_hash(head, found.seq, found.at, found.kind, found.row_id, found.content):
            yield Finding(event_id, found.seq, "change_hash", {"kind": found.kind, "row": found.row_id})
        seq, head = found.seq, found.hash
        last[found.kind, found.row_id] = seq, found.content
    chains = SQLModel.metadata.tables[str(EventChain.__tablename__)]
    end = connection.execute(select(chains).where(chains.c.event_id == event_id)).one_or_none()
    kept = (end.seq, end.head) if end is not None else (0, first_hash(event_id))
    if kept != (seq, head):
        yield Finding(event_id, seq, "change_end", {"kept": kept[0]})
    yield from row_findings(connection, event_id, last)


def row_findings(connection: Connection, event_id: str, last: dict[Row, tuple[int, Any]]) -> Iterator[Finding]:
    """The rows of an event that are not what the chain says of them; ``last``: the last change of each."""
    left = dict(last)
    for kind, row in rows_of(connection, event_id):
        facts = {"kind": kind, "row": row["id"]}
        if (kind, row["id"]) not in left:
            yield Finding(event_id, 0, "row_unchained", facts)
            continue
        seq, content = left.pop((kind, row["id"]))
        differ = differing(row, content)
        if differ:
            yield Finding(event_id, seq, "row_altered", {**facts, "columns": ", ".join(differ)})
    for (kind, row_id), (seq, _) in left.items():
        yield Finding(event_id, seq, "row_missing", {"kind": kind, "row": row_id})


def differing(row: dict[str, Any], content: str) -> list[str]:
    """The columns that are not as a change left them.  A column that was added since says nothing."""
    try:
        kept = json.loads(content)
    except ValueError:
        return ["content"]
    return [name for name, value in kept.items() if row.get(name) != value]


def rows_of(connection: Connection, event_id: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """All rows of an event that are chained, with the name of their table."""
    tables = SQLModel.metadata.tables
    for model in CHAINED:
        table = tables[str(model.__tablename__)]
        wanted = select(table)
        for key, owner in (("case_id", Case), ("penalty_id", Penalty)):
            if key in table.c:
                head = tables[str(owner.__tablename__)]
                wanted = wanted.join(head, head.c.id == table.c[key]).where(head.c.event_id == event_id)
        if "event_id" in table.c:
            wanted = wanted.where(table.c.event_id == event_id)
        for row in connection.execute(wanted).mappings():
            yield table.name, dict(row)
