"""The page of an event's hash chain, for its officials: its head, and whether every row is as it was written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint
from sqlmodel import col, select

from referee.backup.verify import change_findings
from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.database.database import consistent_read
from referee.core.language import language, word
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.models import EventChain, RowChange

blueprint = Blueprint("chain_page", __name__)

LATEST = 20
"""How many of the latest changes are listed."""


@dataclass(frozen=True, slots=True)
class ChainedKind:
    """A kind of chained row, in words, and how many of them the event has."""

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A change: when it was written, the kind of its row in words, and the first digits of its hash."""

    seq: int
    at: int
    kind: str
    hash: str


@blueprint.get("/events/<event_id>/chain")
def show_chain(event_id: str) -> str:
    """The page; each view verifies the chain."""
    allowed("case.read", event_id)
    event = event_for("case.read", event_id)
    with consistent_read(service().database) as connection:
        found = [each.sentence(language()) for each in change_findings(connection, event_id)]
    with service().database.read() as session:
        end = session.get(EventChain, event_id)
        query = select(RowChange.seq, RowChange.at, RowChange.kind, RowChange.hash).where(
            RowChange.event_id == event_id
        )
        changes = session.exec(query.order_by(col(RowChange.seq).desc()).limit(LATEST)).all()
        rows = session.exec(
            select(RowChange.kind, RowChange.row_id).where(RowChange.event_id == event_id).distinct()
        ).all()
    return framed(
        "backup/chain.html",
        event,
        found=found,
        end=end,
        kinds=kinds(rows),
        latest=[ChangeRow(seq, at, word(f"chain_{kind}"), head[:16]) for seq, at, kind, head in changes],
    )


def kinds(rows: Sequence[tuple[str, str]]) -> list[ChainedKind]:
    """Count the rows of each kind.  ``rows``: the kind and key of each."""
    counted = Counter(kind for kind, _ in rows)
    return [ChainedKind(word(f"chain_{kind}"), count) for kind, count in sorted(counted.items())]
