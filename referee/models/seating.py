"""Seatings and who sits where; playoffs, and venues that were taken in."""

from __future__ import annotations

from sqlalchemy import UniqueConstraint
from sqlmodel import Field, SQLModel

from referee.models.base import key, long_text, moment


class Seating(SQLModel, table=True):
    """A version of the seating of the rounds ``first_round`` to ``last_round``.

    ``document``: JSON, as `tournaments.seating` writes it, with the options of the draw, the seed, and every change
    since the draw.  ``state``: draft, published, replaced by a later version, or discarded without ever having been
    public.
    """

    __tablename__ = "seating"
    __table_args__ = (UniqueConstraint("event_id", "first_round", "version"),)

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18)
    first_round: int
    last_round: int
    version: int
    state: str = Field(default="draft", max_length=10)
    document: str = long_text()
    author: str = Field(max_length=200)
    account_id: str | None = Field(default=None, max_length=18)
    made_at: int = moment()
    published_at: int | None = moment(default=None)
    reason: str | None = long_text(default=None)


class Seat(SQLModel, table=True):
    """A player's seat at a table.  ``seat``: its name in the header of the game; ``start_order``: 1 for the player who
    begins.
    """

    __tablename__ = "seat"
    __table_args__ = (UniqueConstraint("table_id", "player_id"),)

    table_id: str = Field(foreign_key="game_table.id", max_length=18, primary_key=True)
    start_order: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    seat: str = Field(max_length=20)
    player_id: str = Field(foreign_key="player.id", max_length=18, index=True)


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
