"""A table in the hall, its game, and its log."""

from __future__ import annotations

from sqlalchemy import ForeignKeyConstraint, UniqueConstraint
from sqlmodel import Field, SQLModel

from referee.models.base import SignedRow, key, long_text, moment


class GameTable(SQLModel, table=True):
    """A table of a round.

    ``header``: the record's header as canonical JSON, with the version and fingerprint of the ruleset that judges.
    ``seq`` and ``head``: the number and hash of the last entry of the log, 0 and the header's hash before the first;
    an append updates them in the same transaction, which serialises concurrent appends.  ``root``: the header that the
    log began with, if its players were exchanged since, or seated anew before anything counted; empty: ``header``.
    ``state``: open or closed; a closed table accepts no reports until it is opened again.
    """

    __tablename__ = "game_table"
    __table_args__ = (UniqueConstraint("round_id", "number"),)

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18, index=True)
    round_id: str = Field(foreign_key="round.id", max_length=18)
    number: int
    header: str = long_text()
    root: str = long_text(default="")
    seq: int = Field(default=0)
    head: str = Field(max_length=64)
    state: str = Field(default="open", max_length=10)
    created_at: int = moment()


class Entry(SQLModel, table=True):
    """One report and its answer, accepted or refused.  Written once, never changed, never deleted.

    ``seq`` counts from 1 without gaps; ``client_id`` is chosen by the client, so that sending a report twice is
    idempotent; ``at``: when it was logged.  ``author`` is the person's name at that time, ``account_id`` their account,
    ``credential_id`` the session or device that sent it.  ``report`` and ``answer`` are JSON texts; ``reason`` is given
    when something is taken back or overruled.  ``made_at``: when the report was made on the device, converted to the
    service's clock, if known.  ``hash`` covers all of it and the previous hash (`referee.core.chain`).
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
    """A cached position after entry ``seq``, whose hash is ``hash``, which makes loading a table faster.

    It is valid as long as the ruleset that judges has this ``fingerprint``; everything in it follows from the log.
    """

    __tablename__ = "snapshot"
    __table_args__ = (ForeignKeyConstraint(["table_id"], ["game_table.id"]),)

    table_id: str = Field(primary_key=True, max_length=18)
    seq: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    hash: str = Field(max_length=64)
    fingerprint: str = Field(max_length=16)
    position: str = long_text()


class MissingHead(SQLModel, table=True):
    """A head of a table's log that a client remembers and that the log lacks: entries were lost.

    ``seq`` and ``hash``: of the missing entry; ``label``: the person or device that remembers it; ``noted_at``: when
    it was reported.
    """

    __tablename__ = "missing_head"
    __table_args__ = (ForeignKeyConstraint(["table_id"], ["game_table.id"]),)

    table_id: str = Field(primary_key=True, max_length=18)
    label: str = Field(primary_key=True, max_length=200)
    seq: int
    hash: str = Field(max_length=64)
    noted_at: int = moment()


class LeftBehind(SignedRow, table=True):
    """Unsent reports that a device has put down for the table's next one, because it may send none itself any more.

    None of them is in the log.  ``author``, ``credential_id``: the device, or the person who used it; ``base``: the
    last entry that it knew; ``ahead``: how far its clock was ahead of the service's, in ms; None where it did not know.
    ``reports``: a JSON list of `referee.tables.left_behind.LeftReport`.  ``taken_at``, ``taken_by``: when another
    device has taken them up, and who used it.
    """

    __tablename__ = "left_behind"

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18, index=True)
    table_id: str = Field(foreign_key="game_table.id", max_length=18, index=True)
    base: int | None = None
    ahead: int | None = moment(default=None)
    reports: str = long_text()
    taken_at: int | None = moment(default=None)
    taken_by: str | None = Field(default=None, max_length=200)
