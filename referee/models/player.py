"""Somebody who plays in an event, or waits as a reserve."""

from __future__ import annotations

from sqlalchemy import UniqueConstraint
from sqlmodel import Field, SQLModel

from referee.models.base import key, long_text, moment


class Player(SQLModel, table=True):
    """A registered player, as `tournaments.players.entrant.Entrant` has it.

    ``flags``: a JSON list of words.  ``class_name``: the class of the field that somebody plays in.  ``reserve``: the
    place among the reserves, from 1.  ``first_round``: from which round somebody plays who came late, or a reserve who
    came in; ``dropped_after``: the last round of somebody who left (0: none).  ``code``: what the player's QR code
    says, by which they are checked in.  Nobody is ever deleted.
    """

    __tablename__ = "player"
    __table_args__ = (UniqueConstraint("event_id", "number"),)

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18)
    number: int
    name: str = Field(max_length=200)
    reading: str = Field(default="", max_length=200)
    club: str = Field(default="", max_length=200)
    region: str = Field(default="", max_length=200)
    flags: str = long_text(default="[]")
    qualified_by: str = Field(default="", max_length=200)
    class_name: str = Field(default="", max_length=200)
    team: str = Field(default="", max_length=200)
    reserve: int | None = None
    first_round: int | None = None
    dropped_after: int | None = None
    walk_in: bool = Field(default=False)
    note: str = long_text(default="")
    code: str = Field(max_length=43, unique=True)
    created_at: int = moment()
    checked_in_at: int | None = moment(default=None)
