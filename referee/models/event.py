"""An event and its rounds."""

from __future__ import annotations

from sqlalchemy import UniqueConstraint
from sqlmodel import Field, SQLModel

from referee.models.base import key, long_text, moment


class Event(SQLModel, table=True):
    """A tournament.  ``language`` is that of its papers and screens: ja, en or zh."""

    __tablename__ = "event"

    id: str = key()
    name: str = Field(max_length=200)
    language: str = Field(default="ja", max_length=2)
    created_at: int = moment()
    archived_at: int | None = moment(default=None)


class Round(SQLModel, table=True):
    """A round of an event: tables that play at the same time, under one clock.

    ``minutes`` of play (None: no time limit); ``warnings``: seconds before the end at which the hall is warned, as a
    JSON list.  ``state``: drafted, running, closed.
    """

    __tablename__ = "round"
    __table_args__ = (UniqueConstraint("event_id", "number"),)

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18)
    number: int
    name: str = Field(max_length=200)
    minutes: int | None = None
    warnings: str = long_text(default="[600,300,60]")
    state: str = Field(default="drafted", max_length=10)
    created_at: int = moment()
