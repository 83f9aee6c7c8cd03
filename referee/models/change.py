"""The chain of an event: every change of what people have decided, so that none of it can be altered unseen."""

from __future__ import annotations

from sqlmodel import Field, SQLModel

from referee.models.base import long_text, moment


class Change(SQLModel, table=True):
    """A row that was written: of a case, a decision, a result, a penalty.  Written once, never changed, never deleted.

    ``seq`` counts from 1 without gaps in the event.  ``kind`` is the table of the row, ``row_id`` its key, ``content``
    the JSON object of its columns as they were from then on.  ``hash`` covers all of it and the hash before
    (`referee.storage.changes`).
    """

    __tablename__ = "change"

    event_id: str = Field(primary_key=True, foreign_key="event.id", max_length=18)
    seq: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    at: int = moment()
    kind: str = Field(max_length=40)
    row_id: str = Field(max_length=18)
    content: str = long_text()
    hash: str = Field(max_length=64)


class EventChain(SQLModel, table=True):
    """The end of an event's chain: the number of its last change, and the hash of that."""

    __tablename__ = "event_chain"

    event_id: str = Field(primary_key=True, foreign_key="event.id", max_length=18)
    seq: int
    head: str = Field(max_length=64)
