"""The audit log: every change that is not in a table's log, with its author."""

from __future__ import annotations

from typing import Any

from sqlmodel import Session, col, select

from referee.core.access.principal import Principal
from referee.core.chain import Author, canonical
from referee.core.problems import AccessLost
from referee.models import AuditEntry, Credential


def record(
    session: Session,
    at: int,
    who: Principal | Author | None,
    action: str,
    target: str,
    event_id: str | None = None,
    **details: Any,
) -> None:
    """Add a change to the audit log, in the transaction that makes it.  Never put secrets into ``details``.

    ``who``: the caller; their credential must still be what it was when the request came in (else `AccessLost`, and
    nothing is changed), so record a change of one's own credential before making it.  An author: somebody who is only
    just being let in.  None: the service itself, or its command line.
    """
    if isinstance(who, Principal):
        in_force = select(Credential.id).where(
            Credential.id == who.credential_id,
            Credential.epoch == who.epoch,
            col(Credential.revoked_at).is_(None),
            Credential.expires_at > at,
        )
        if session.exec(in_force).first() is None:
            raise AccessLost
        author = who.author
    else:
        author = who or Author("referee")
    session.add(
        AuditEntry(
            at=at,
            event_id=event_id,
            author=author.name,
            account_id=author.account_id,
            credential_id=author.credential_id,
            action=action,
            target=target,
            details=canonical(details),
        )
    )
