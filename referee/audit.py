"""The audit log: every change that is not in a table's log, with its author."""

from __future__ import annotations

from typing import Any

from sqlmodel import Session

from referee.access.principal import Principal
from referee.log.chain import canonical
from referee.models import AuditEntry


def record(
    session: Session,
    at: int,
    who: Principal | None,
    action: str,
    target: str,
    event_id: str | None = None,
    **details: Any,
) -> None:
    """Note a change in the transaction that makes it.  ``who`` None: the service itself, or its command line."""
    author = who.author if who else None
    session.add(
        AuditEntry(
            at=at,
            event_id=event_id,
            author=author.name if author else "referee",
            account_id=author.account_id if author else None,
            credential_id=author.credential_id if author else None,
            action=action,
            target=target,
            details=canonical(details),
        )
    )
