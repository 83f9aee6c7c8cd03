"""Cases that the arbiter decides, their steps, and precedents imported from other events."""

from __future__ import annotations

from sqlalchemy import UniqueConstraint
from sqlmodel import Field, SQLModel

from referee.models.base import Step, key, long_text, moment


class Case(SQLModel, table=True):
    """A case at a table.  Everything else follows from its steps (`referee.cases.state`) and from the table's log.

    ``number``: from 1 in the event; 3 is shown as R-3.  ``client_id``: chosen by the client, so that sending it twice
    is idempotent.  ``call_id``: the call that it came from.  ``seq``: the last entry of the table's log when the case
    was opened; ``refused``: the refused entry that it is about.  ``clock`` (untimed, running, paused, stopped or over)
    and ``remaining`` (ms): the state of the table's clock at that time.
    """

    __tablename__ = "ruling_case"
    __table_args__ = (UniqueConstraint("event_id", "number"), UniqueConstraint("table_id", "client_id"))

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18)
    number: int
    table_id: str = Field(foreign_key="game_table.id", max_length=18)
    client_id: str = Field(max_length=64)
    call_id: str | None = Field(default=None, foreign_key="call.id", max_length=18)
    seq: int
    refused: int | None = None
    clock: str = Field(max_length=10)
    remaining: int | None = moment(default=None)
    opened_at: int = moment()


class CaseStep(Step, table=True):
    """What was done about a case.

    ``kind``: opened, noted, stated, restricted, decided, appealed, voted, upheld, changed, appeal_withdrawn, withdrawn,
    marked.  ``note``: what was said; for a settled appeal the reasons, for a vote upheld or changed.  ``client_id``: as
    in `Case`.  ``seat``: who appeals; for a statement or a vote, whose it is, by seat or name.  ``decision``: JSON, for
    ``decided`` and ``changed`` (`referee.cases.state.KeptDecision`).  ``entry``: the entry of the table's log that
    carries the decision or upholds it; None if the table was closed.  ``standing``: its weight as a precedent from then
    on: none, advice or binding.
    """

    __tablename__ = "case_step"
    __table_args__ = (UniqueConstraint("case_id", "client_id"),)

    case_id: str = Field(foreign_key="ruling_case.id", max_length=18, index=True)
    client_id: str | None = Field(default=None, max_length=64)
    kind: str = Field(max_length=20)
    seat: str | None = Field(default=None, max_length=40)
    decision: str | None = long_text(default=None)
    entry: int | None = None
    standing: str | None = Field(default=None, max_length=10)


class Precedent(SQLModel, table=True):
    """A ruling of another event, as imported from its file.

    ``number``: from 1 in this event; 2 is shown as P-2.  ``source_id``, ``source_name``, ``source_date``
    (``2026-11-22``): the event that it comes from, ``source_number`` its number there.  ``content``: JSON, in the form
    of docs/rulings.md.  ``standing``: advice or binding, or none to hide it from searches.
    """

    __tablename__ = "precedent"
    __table_args__ = (
        UniqueConstraint("event_id", "number"),
        UniqueConstraint("event_id", "source_id", "source_number"),
    )

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18)
    number: int
    source_id: str = Field(max_length=40)
    source_name: str = Field(max_length=200)
    source_date: str = Field(max_length=10)
    source_number: int
    content: str = long_text()
    standing: str = Field(default="advice", max_length=10)
    author: str = Field(max_length=200)
    account_id: str | None = Field(default=None, max_length=18)
    imported_at: int = moment()
