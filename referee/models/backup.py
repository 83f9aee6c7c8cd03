"""Whose turn it is to make a backup, how the last one went, and which were restored."""

from __future__ import annotations

from sqlmodel import Field, SQLModel

from referee.models.base import key, long_text, moment


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
