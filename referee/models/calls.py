"""Calls, assignments of judges to tables, and notes about tables."""

from __future__ import annotations

from sqlalchemy import UniqueConstraint
from sqlmodel import Field, SQLModel

from referee.models.base import SignedRow, Step, key, long_text, moment


class Call(SQLModel, table=True):
    """A call of a table.  Until somebody claims it, calling again adds a line to it; after that it opens a new call.

    Everything else follows from its lines and steps (`referee.calls.state`).
    """

    __tablename__ = "call"

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18, index=True)
    table_id: str = Field(foreign_key="game_table.id", max_length=18, index=True)
    called_at: int = moment()


class CallLine(SignedRow, table=True):
    """What somebody called for.  Written once, never changed.

    ``wants``: judge or arbiter; ``about``: rule, dispute, time or other; ``text``: a sentence, or empty.  ``seq``: the
    last entry of the table's log at that time; ``refused``: the refused entry that it is about.  ``client_id``: chosen
    by the client, so that sending it twice is idempotent.  ``credential_id``: the session or device that sent it.
    """

    __tablename__ = "call_line"
    __table_args__ = (UniqueConstraint("table_id", "client_id"),)

    id: str = key()
    call_id: str = Field(foreign_key="call.id", max_length=18, index=True)
    table_id: str = Field(foreign_key="game_table.id", max_length=18)
    client_id: str = Field(max_length=64)
    wants: str = Field(max_length=10)
    about: str = Field(max_length=10)
    text: str = long_text(default="")
    seq: int
    refused: int | None = None


class CallStep(Step, table=True):
    """What was done about a call.

    ``kind``: claimed, escalated, handed_over, resolved, withdrawn, extended.  ``holder_id`` and ``holder``: who
    handles the call from then on (claimed, handed_over).  ``level``: which role is wanted from then on (escalated).
    ``minutes``: the extra time that the table was given (extended).
    """

    __tablename__ = "call_step"

    call_id: str = Field(foreign_key="call.id", max_length=18, index=True)
    holder_id: str | None = Field(default=None, max_length=18)
    holder: str | None = Field(default=None, max_length=200)
    level: str | None = Field(default=None, max_length=10)
    minutes: int | None = None


class Assignment(SQLModel, table=True):
    """What a person does in a round: looks after the tables ``first`` to ``last`` (numbers), or has another ``duty``,
    one of `tournaments.rota.DUTIES` or a text, and then both are 0; the audit log has past assignments.
    """

    __tablename__ = "assignment"

    id: str = key()
    round_id: str = Field(foreign_key="round.id", max_length=18, index=True)
    account_id: str = Field(foreign_key="account.id", max_length=18)
    first: int
    last: int
    duty: str = Field(default="", max_length=40)


class TableNote(SQLModel, table=True):
    """A note about a table for the next official who comes there.  Only the latest counts; an empty one clears it."""

    __tablename__ = "table_note"

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18)
    table_id: str = Field(foreign_key="game_table.id", max_length=18, index=True)
    text: str = long_text()
    author: str = Field(max_length=200)
    account_id: str | None = Field(default=None, max_length=18)
    made_at: int = moment()
