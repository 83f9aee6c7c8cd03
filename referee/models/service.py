"""The service's own records: the audit log, chains of changes, rate limits, backups."""

from __future__ import annotations

from sqlmodel import Field, SQLModel

from referee.models.base import key, long_text, moment


class AuditEntry(SQLModel, table=True):
    """A change, in the audit log.  ``action``: as in `referee.core.access.roles`; ``target``: what was changed
    (kind:id); ``details``: JSON.
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
    """A rate limit counter: how often ``name`` (what is limited, and for whom) was requested since ``opened_at``, the
    start of the window.
    """

    __tablename__ = "rate_limit"

    name: str = Field(primary_key=True, max_length=200)
    opened_at: int = moment()
    count: int


class RowChange(SQLModel, table=True):
    """A change of a row: of a case, a decision, a result, a penalty.  Written once, never changed, never deleted.

    ``seq`` counts from 1 without gaps in the event.  ``kind`` is the table of the row, ``row_id`` its key, ``content``
    the JSON object of its columns after the change.  ``hash`` covers all of it and the previous hash
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
    """The head of an event's chain: the number and the hash of its last change."""

    __tablename__ = "event_chain"

    event_id: str = Field(primary_key=True, foreign_key="event.id", max_length=18)
    seq: int
    head: str = Field(max_length=64)


class BackupTurn(SQLModel, table=True):
    """When the next backup is due, and how the last one went: one row (``name`` is ``backup``) shared by all processes
    and machines of a service.

    ``made_at``: the time of the last backup's contents; ``machine``: the name of the machine that keeps it.  ``fault``:
    why the last attempt failed, None if it did not.  A second row (``copy``) says the same of the last copy in the
    second place.
    """

    __tablename__ = "backup_turn"

    name: str = Field(primary_key=True, max_length=20)
    due_at: int = moment()
    made_at: int | None = moment(default=None)
    machine: str | None = Field(default=None, max_length=255)
    fault: str | None = long_text(default=None)


class Restored(SQLModel, table=True):
    """A restore of a backup, which replaced everything that was there before.

    ``at``: when it was restored; ``made_at``: the time of the backup's contents.
    """

    __tablename__ = "restored"

    id: str = key()
    at: int = moment()
    made_at: int = moment()


class ServiceSecret(SQLModel, table=True):
    """Which secret codes and links are made with: one row (`referee.backup.secret`).

    ``mark`` tells it from others; ``sealed``: the secret itself, encrypted with a passphrase since ``sealed_at``, or
    empty.
    """

    __tablename__ = "service_secret"

    name: str = Field(primary_key=True, max_length=20)
    mark: str = Field(max_length=16)
    sealed: str = long_text(default="")
    sealed_at: int | None = moment(default=None)
