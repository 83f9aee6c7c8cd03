"""Where things stand in the hall of an event."""

from __future__ import annotations

from sqlmodel import Field, SQLModel

from referee.models.base import long_text, moment


class HallFloor(SQLModel, table=True):
    """The floor plan of an event's hall; without a row there is none.

    ``things``: a JSON list of `tournaments.floor.FloorThing`.
    """

    __tablename__ = "hall_floor"

    event_id: str = Field(foreign_key="event.id", max_length=18, primary_key=True)
    things: str = long_text(default="[]")
    made_at: int = moment()
