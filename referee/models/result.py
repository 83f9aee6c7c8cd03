"""How the game at a table ended, version by version."""

from __future__ import annotations

from sqlalchemy import UniqueConstraint
from sqlmodel import Field, SQLModel

from referee.models.base import key, long_text, moment


class TableResult(SQLModel, table=True):
    """A version of a table's result; the highest that was confirmed stands, and none is ever deleted.

    ``source``: log, sheet, points or list.  ``entered``: JSON, what was entered (the counted sheet, the points; of a
    log its seq and hash).  ``players``: JSON list, what follows from it: each player as
    `tournaments.result.PlayerResult`, and ``dice`` thrown for a bonus.  ``notes``: why it was taken, or corrected.
    """

    __tablename__ = "table_result"
    __table_args__ = (UniqueConstraint("table_id", "version"),)

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18, index=True)
    table_id: str = Field(foreign_key="game_table.id", max_length=18)
    version: int
    source: str = Field(max_length=10)
    entered: str = long_text()
    players: str = long_text()
    notes: str | None = long_text(default=None)
    entered_by: str = Field(max_length=200)
    entered_account_id: str | None = Field(default=None, max_length=18)
    entered_credential_id: str | None = Field(default=None, max_length=18)
    entered_at: int = moment()
    confirmed_by: str | None = Field(default=None, max_length=200)
    confirmed_account_id: str | None = Field(default=None, max_length=18)
    confirmed_credential_id: str | None = Field(default=None, max_length=18)
    confirmed_at: int | None = moment(default=None)
