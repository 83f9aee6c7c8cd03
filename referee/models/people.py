"""People across events: the register, which player of an event is which person, and seasons."""

from __future__ import annotations

from sqlmodel import Field, SQLModel

from referee.models.base import key, long_text, moment


class Person(SQLModel, table=True):
    """A person who plays, across all events.  ``shown_since``: since when they agree to be named on the pages of
    ratings and seasons; None: they are not named.  ``note``: how the agreement is known, for the desk only.
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
    """Links a player of an event to a person of the register."""

    __tablename__ = "appearance"

    player_id: str = Field(foreign_key="player.id", max_length=18, primary_key=True)
    person_id: str = Field(foreign_key="person.id", max_length=18, index=True)
    made_at: int = moment()


class Season(SQLModel, table=True):
    """A ranking over several events.  ``text``: the TOML of its rule; ``events``: their ids, a JSON list."""

    __tablename__ = "season"

    id: str = key()
    name: str = Field(max_length=200)
    text: str = long_text()
    events: str = long_text(default="[]")
    created_at: int = moment()
