"""An event and its rounds."""

from __future__ import annotations

from sqlalchemy import UniqueConstraint
from sqlmodel import Field, SQLModel

from referee.models.base import key, long_text, moment


class Event(SQLModel, table=True):
    """A tournament.  ``language`` is that of its papers and screens: ja, en or zh.

    ``seed``: what everything drawn in it is drawn from.  ``locked_at``: when its first round started; from then on a
    change of its regulation is a deviation.
    """

    __tablename__ = "event"

    id: str = key()
    name: str = Field(max_length=200)
    language: str = Field(default="ja", max_length=2)
    created_at: int = moment()
    archived_at: int | None = moment(default=None)
    seed: str = Field(default="", max_length=100)
    locked_at: int | None = moment(default=None)


class Round(SQLModel, table=True):
    """A round of an event: tables that play at the same time, under one clock.

    ``minutes`` of play (None: no time limit); ``warnings``: seconds before the end at which the hall is warned, as a
    JSON list.  ``state``: drafted, running, closed.  ``published_at``: since when its seating is public;
    ``results_published_at``: since when its results are.
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
    published_at: int | None = moment(default=None)
    results_published_at: int | None = moment(default=None)
