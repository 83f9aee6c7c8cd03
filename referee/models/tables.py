"""A table in the hall, the game that is played at it, and its log."""

from __future__ import annotations

from sqlalchemy import ForeignKeyConstraint, UniqueConstraint
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


class Entry(SQLModel, table=True):
    """One report and its answer, accepted or refused.  Written once, never changed, never deleted.

    ``seq`` counts from 1 without gaps; ``client_id`` is the reporter's own name for this report, so that one sent twice
    is known; ``at``: when it was logged.  ``author`` is a person's name as it was then, ``account_id`` who that is,
    ``credential_id`` the session or device that it came by.  ``report`` and ``answer`` are JSON texts, ``reason`` is
    given where something is taken back or overruled.  ``made_at``: when it was made where it was reported, by the
    service's clock, as far as that is known.  ``hash`` covers all of it and the hash before
    (`referee.core.chain`).
    """

    __tablename__ = "entry"
    __table_args__ = (
        UniqueConstraint("table_id", "client_id"),
        ForeignKeyConstraint(["table_id"], ["game_table.id"]),
    )

    table_id: str = Field(primary_key=True, max_length=18)
    seq: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    client_id: str = Field(max_length=64)
    at: int = moment()
    author: str = Field(max_length=200)
    account_id: str | None = Field(default=None, max_length=18)
    credential_id: str | None = Field(default=None, max_length=18)
    accepted: bool
    report: str = long_text()
    answer: str = long_text()
    reason: str | None = long_text(default=None)
    hash: str = Field(max_length=64)
    made_at: int | None = moment(default=None)


class Snapshot(SQLModel, table=True):
    """The position after entry ``seq``, whose hash is ``hash``, only to load a table sooner.

    It counts as long as the ruleset that judges has the ``fingerprint``; the log says the same at more length.
    """

    __tablename__ = "snapshot"
    __table_args__ = (ForeignKeyConstraint(["table_id"], ["game_table.id"]),)

    table_id: str = Field(primary_key=True, max_length=18)
    seq: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    hash: str = Field(max_length=64)
    fingerprint: str = Field(max_length=16)
    position: str = long_text()


class MissingHead(SQLModel, table=True):
    """An end of a table's log that somebody remembers and that the log does not have: something was lost.

    ``seq`` and ``hash``: of the entry; ``label``: who remembers it, the name of a person or a device; ``noted_at``:
    when they said so.
    """

    __tablename__ = "missing_head"
    __table_args__ = (ForeignKeyConstraint(["table_id"], ["game_table.id"]),)

    table_id: str = Field(primary_key=True, max_length=18)
    label: str = Field(primary_key=True, max_length=200)
    seq: int
    hash: str = Field(max_length=64)
    noted_at: int = moment()
