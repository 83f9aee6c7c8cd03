"""People across events: the register, who of an event's players is whom, and seasons."""

from __future__ import annotations

from sqlmodel import Field, SQLModel

from referee.models.base import key, long_text, moment


class Person(SQLModel, table=True):
    """Somebody who plays, whatever the event.  ``shown_since``: since when they agree to be named on the
    pages of ratings and seasons; None: they are not.  ``note``: how it is known, for the desk alone.
    """

    __tablename__ = "person"

    id: str = key()
    name: str = Field(max_length=200)
    reading: str = Field(default="", max_length=200)
    club: str = Field(default="", max_length=200)
    note: str = Field(default="", max_length=500)
    created_at: int = moment()
    shown_since: int | None = moment(default=None)


class Appearance(SQLModel, table=True):
    """A player of an event is a person of the register."""

    __tablename__ = "appearance"

    player_id: str = Field(foreign_key="player.id", max_length=18, primary_key=True)
    person_id: str = Field(foreign_key="person.id", max_length=18, index=True)
    made_at: int = moment()


class Season(SQLModel, table=True):
    """Events that are ranked together.  ``text``: the TOML of its rule; ``events``: their ids, a JSON list."""

    __tablename__ = "season"

    id: str = key()
    name: str = Field(max_length=200)
    text: str = long_text()
    events: str = long_text(default="[]")
    created_at: int = moment()
