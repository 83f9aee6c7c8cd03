"""What the service keeps for itself: the audit log, chains of changes, limits, backups."""

from __future__ import annotations

from sqlmodel import Field, SQLModel

from referee.models.base import key, long_text, moment


class AuditEntry(SQLModel, table=True):
    """A change: ``action`` as in `referee.core.access.roles`, ``target`` what it was done to (kind:id), ``details``
    JSON.
    """

    __tablename__ = "audit_entry"

    id: str = key()
    at: int = moment()
    event_id: str | None = Field(default=None, max_length=18, index=True)
    author: str = Field(max_length=200)
    account_id: str | None = Field(default=None, max_length=18)
    credential_id: str | None = Field(default=None, max_length=18)
    action: str = Field(max_length=40)
    target: str = Field(max_length=60)
    details: str = long_text(default="{}")


class Limit(SQLModel, table=True):
    """How often ``name`` (what is limited, and for whom) was asked for since the window ``opened_at``."""

    __tablename__ = "rate_limit"

    name: str = Field(primary_key=True, max_length=200)
    opened_at: int = moment()
    count: int


class Change(SQLModel, table=True):
    """A row that was written: of a case, a decision, a result, a penalty.  Written once, never changed, never deleted.

    ``seq`` counts from 1 without gaps in the event.  ``kind`` is the table of the row, ``row_id`` its key, ``content``
    the JSON object of its columns as they were from then on.  ``hash`` covers all of it and the hash before
    (`referee.core.database.changes`).
    """

    __tablename__ = "change"

    event_id: str = Field(primary_key=True, foreign_key="event.id", max_length=18)
    seq: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    at: int = moment()
    kind: str = Field(max_length=40)
    row_id: str = Field(max_length=18)
    content: str = long_text()
    hash: str = Field(max_length=64)


class EventChain(SQLModel, table=True):
    """The end of an event's chain: the number of its last change, and the hash of that."""

    __tablename__ = "event_chain"

    event_id: str = Field(primary_key=True, foreign_key="event.id", max_length=18)
    seq: int
    head: str = Field(max_length=64)


class BackupTurn(SQLModel, table=True):
    """The turn to make the next backup; one row (``name`` is ``backup``) for all processes and machines of a service.

    ``due_at``: from when on one is to be made.  ``made_at``: the moment that the last one shows, ``machine`` the name
    of the machine that keeps it.  ``fault``: why making the last one failed, None when it did not.  A second row
    (``copy``) says the same of the last copy in the second place.
    """

    __tablename__ = "backup_turn"

    name: str = Field(primary_key=True, max_length=20)
    due_at: int = moment()
    made_at: int | None = moment(default=None)
    machine: str | None = Field(default=None, max_length=255)
    fault: str | None = long_text(default=None)


class Restored(SQLModel, table=True):
    """A backup that was restored: what is there since is that backup's, and not what was there before.

    ``at``: when; ``made_at``: the moment that the backup shows.
    """

    __tablename__ = "restored"

    id: str = key()
    at: int = moment()
    made_at: int = moment()
