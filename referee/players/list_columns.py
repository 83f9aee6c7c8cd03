"""How lists are read and what their columns mean, as it was chosen: remembered for the next list with these titles."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from sqlmodel import Session, col, or_, select

from referee.core.command import Caller, Change
from referee.core.http.fields import Length, OneOf
from referee.core.http.schemas import Line
from referee.models import ListColumns
from tournaments.lists.columns import Columns
from tournaments.lists.encoding import ENCODINGS
from tournaments.lists.read import ImportedList, ListChoices
from tournaments.lists.record import MOST_COLUMNS
from tournaments.typed import Whole

MOST_REMEMBERED = 100
"""Lists whose columns are remembered for one person and one event; the latest count."""
MOST_LINE = 999_999


@dataclass(frozen=True, slots=True, kw_only=True)
class SentList:
    """A list that somebody sends, and how it is read; what is left out is found."""

    encoding: Annotated[
        str | None, OneOf(ENCODINGS), "The encoding of a text; by default the likeliest of those it may be in."
    ] = None
    sheet: Annotated[str | None, Line(200, 0), "The sheet of a workbook; by default the one most like a list."] = None
    heading: Annotated[
        int | None, Whole(0, MOST_LINE), "The line with the titles of the columns, 0: none; by default it is found."
    ] = None
    columns: Annotated[
        Sequence[Annotated[str, Line(40, 0)]] | None,
        Length(max=MOST_COLUMNS),
        "The key of each column from the first, empty for one that is not read; by default they are found by titles.",
    ] = None

    def choices(self) -> ListChoices:
        """The same, for reading the list."""
        return ListChoices(self.encoding, self.sheet, self.heading, self.columns)


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
