"""A table in the hall, the game that is played at it, and the head of its log."""

from __future__ import annotations

from sqlalchemy import UniqueConstraint
from sqlmodel import Field, SQLModel

from referee.models.base import key, long_text, moment


class GameTable(SQLModel, table=True):
    """A table of a round.

    ``header``: the record's header as canonical JSON, with the version and fingerprint of the ruleset that judges.
    ``seq`` and ``head`` are number and hash of the last entry of the log, 0 and the header's hash before the first:
    whoever appends moves them in the same transaction, and thereby waits for whoever came first.
    ``state``: open, or closed: then nothing is reported until it is opened again.
    """

    __tablename__ = "game_table"
    __table_args__ = (UniqueConstraint("round_id", "number"),)

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18, index=True)
    round_id: str = Field(foreign_key="round.id", max_length=18)
    number: int
    header: str = long_text()
    seq: int = Field(default=0)
    head: str = Field(max_length=64)
    state: str = Field(default="open", max_length=10)
    created_at: int = moment()
