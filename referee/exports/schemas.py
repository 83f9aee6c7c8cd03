"""What exports consist of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Protocol

from referee.calls.views import NoteView, StaffCallView
from referee.cases.views import CaseView
from referee.core.http.fields import Integer
from referee.core.http.validate import OneOf
from referee.events.queries import EventView
from referee.rounds.views import RoundOut
from referee.tables.schemas import EntryOut

FORMATS = ("record", "json", "csv")


@dataclass(frozen=True, slots=True)
class ExportQuery:
    """The format of an export."""

    format: Annotated[
        str,
        OneOf(FORMATS),
        "record: the record format; json: everything; csv: one row per entry, for spreadsheets.",
    ] = "record"


class TableExport(Protocol):
    """A table with its whole log and the resulting position and standing."""

    id: str
    event_id: str
    round_id: str
    round_number: int
    number: int
    state: str
    header: Mapping[str, Any]
    seq: int
    head: Annotated[str, "The hash of the last entry, or of the header."]
    created_at: int
    root: Annotated[str, "The text of the header that the log began with, if players were exchanged since."]
    entries: Sequence[Annotated[Mapping[str, Any], EntryOut]]
    position: Mapping[str, Any] | None
    standing: Sequence[Mapping[str, Any]] | None
    over: bool | None
    differs_at: Annotated[
        int | None,
        Integer(),
        "The first entry that today's rules judge differently; 0: its ruleset no longer exists.",
    ]


class RoundExport(Protocol):
    """A round with its tables."""

    round: RoundOut
    tables: Sequence[TableExport]


class EventExport(Protocol):
    """An event with its rounds, tables, calls, notes and cases."""

    event: EventView
    rounds: Sequence[RoundOut]
    calls: Annotated[Sequence[StaffCallView], "The calls, newest first."]
    notes: Annotated[
        Sequence[NoteView], "The notes left at tables, in order, including replaced and cleared (empty) ones."
    ]
    cases: Annotated[Sequence[CaseView], "The cases, newest first."]
    tables: Sequence[TableExport]
