"""Prizes of an event."""

from __future__ import annotations

from sqlmodel import Field, SQLModel

from referee.models.base import key, long_text, moment


class Prize(SQLModel, table=True):
    """A prize.  ``place``: in the final order; None: it is drawn by lot among everybody, for ``count`` winners.
    ``class_name``: of a prize for those of a class, by their order or by lot among them; empty: for everybody.

    ``seed``: the seed of the drawing, whose SHA-256 (``sealed``) is public in advance; the seed itself is revealed once
    ``drawn_at`` is set.  ``entrants``: the ids of the players who took part in the drawing, a JSON list.
    """

    __tablename__ = "prize"

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18, index=True)
    name: str = Field(max_length=200)
    place: int | None = None
    class_name: str = Field(default="", max_length=200)
    count: int = Field(default=1)
    seed: str = Field(default="", max_length=64)
    sealed: str = Field(default="", max_length=64)
    entrants: str = long_text(default="[]")
    made_at: int = moment()
    drawn_at: int | None = moment(default=None)
