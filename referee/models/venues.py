"""Venues whose best players entered a final, and tables at which a tie is played off."""

from __future__ import annotations

from sqlalchemy import UniqueConstraint
from sqlmodel import Field, SQLModel

from referee.models.base import key, long_text, moment


class VenueTaken(SQLModel, table=True):
    """An event held elsewhere (``venue_id``: its id there) whose best players were entered into this one.

    ``sha256``: of the imported document; ``players``: JSON list of those who came, with their ``rank`` and ``name``
    there, their ``player`` here, and whether that player is ``new``; ``field``: how many played there.
    """

    __tablename__ = "venue_taken"
    __table_args__ = (UniqueConstraint("event_id", "venue_id"),)

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18)
    venue_id: str = Field(max_length=200)
    name: str = Field(max_length=200)
    held_on: str = Field(default="", max_length=200)
    sha256: str = Field(max_length=64)
    field: int
    players: str = long_text()
    author: str = Field(max_length=200)
    account_id: str | None = Field(default=None, max_length=18)
    taken_at: int = moment()


class Playoff(SQLModel, table=True):
    """An extra round with one table, at which a tie is played off.  ``about``: the question that it decides;
    ``places``: how many places are at stake; ``players``: the ids of the tied players, a JSON list.
    """

    __tablename__ = "playoff"

    round_id: str = Field(foreign_key="round.id", max_length=18, primary_key=True)
    event_id: str = Field(foreign_key="event.id", max_length=18, index=True)
    about: str = Field(max_length=200)
    places: int
    players: str = long_text()
    author: str = Field(max_length=200)
    account_id: str | None = Field(default=None, max_length=18)
    made_at: int = moment()
