"""The audit log: who changed what, besides the logs of the tables."""

from __future__ import annotations

from sqlmodel import Field, SQLModel

from referee.models.base import key, long_text, moment


class AuditEntry(SQLModel, table=True):
    """A change: ``action`` as in `referee.access.roles`, ``target`` what it was done to (kind:id), ``details`` JSON."""

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
