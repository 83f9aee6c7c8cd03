"""What the columns of lists mean, as it was chosen: remembered for the next list with the same titles."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from sqlmodel import Session, col, or_, select

from referee.core.command import Caller, Change
from referee.models import ListColumns
from tournaments.lists.columns import Columns
from tournaments.lists.read import ImportedList

MOST_REMEMBERED = 100
"""Lists whose columns are remembered for one person and one event; the latest count."""


def remembered_columns(session: Session, caller: Caller, event_id: str, known: Columns) -> Mapping[str, Sequence[str]]:
    """The columns that the caller chose, or somebody else for this event, by the fingerprint of the titles.

    ``known``: those that the list may have; what was chosen for a list of another kind does not count.
    """
    query = (
        select(ListColumns)
        .where(or_(ListColumns.account_id == _account(caller), ListColumns.event_id == event_id))
        .order_by(col(ListColumns.account_id) == _account(caller), col(ListColumns.made_at))
    )
    latest = list(session.exec(query))[-MOST_REMEMBERED:]
    chosen = {each.fingerprint: json.loads(each.columns) for each in latest}
    return {mark: keys for mark, keys in chosen.items() if {*keys} - {""} <= known.titles.keys()}


def remember_columns(change: Change, event_id: str, found: ImportedList) -> None:
    """Remember what the columns of an imported list mean, where that was chosen and is not found out anyway."""
    heading = found.heading
    if not heading.chosen or not any(heading.titles):
        return
    row = change.session.get(ListColumns, (_account(change.caller), heading.fingerprint))
    if row is None:
        if found.found.keys == heading.keys:
            return
        row = ListColumns(
            account_id=_account(change.caller),
            fingerprint=heading.fingerprint,
            event_id=event_id,
            columns="",
            made_at=0,
        )
    row.event_id, row.made_at = event_id, change.now
    row.columns = json.dumps([key or "" for key in heading.keys])
    change.session.add(row)


def _account(caller: Caller) -> str:
    return (caller.who.account_id if caller.who is not None else None) or ""
