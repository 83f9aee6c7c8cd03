"""Who looks after which tables of a round, and what the next one there should know."""

from __future__ import annotations

from sqlmodel import Field, SQLModel

from referee.models.base import key, long_text, moment


class Assignment(SQLModel, table=True):
    """Somebody looks after the tables ``first`` to ``last`` (numbers) of a round; the audit log keeps who did."""

    __tablename__ = "assignment"

    id: str = key()
    round_id: str = Field(foreign_key="round.id", max_length=18, index=True)
    account_id: str = Field(foreign_key="account.id", max_length=18)
    first: int
    last: int


class TableNote(SQLModel, table=True):
    """A note about a table for whoever comes there next.  The latest counts; an empty one clears it."""

    __tablename__ = "table_note"

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18)
    table_id: str = Field(foreign_key="game_table.id", max_length=18, index=True)
    text: str = long_text()
    author: str = Field(max_length=200)
    account_id: str | None = Field(default=None, max_length=18)
    made_at: int = moment()
