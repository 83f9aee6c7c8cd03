"""Credentials (tokens of sessions, devices and programs), and the codes of private links and tables.

A code is the invitation's id and a signature (HMAC) of the id and the turn, keyed with the service's secret: it is
stored nowhere, and a new turn invalidates it.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable

from sqlalchemy import ColumnElement, update
from sqlmodel import Session, col, select

from referee.core.access.principal import new_token, token_hash
from referee.models import Credential, Invitation
from referee.models.base import base32

ID_LENGTH = 18
SIGNATURE_LENGTH = 16
"""The length of the signature, in characters of five bits each."""
CODE_PATTERN = re.compile(rf"[0-9a-z]{{{ID_LENGTH + SIGNATURE_LENGTH}}}")


def code(secret: bytes, invitation: Invitation) -> str:
    """The code of an invitation: 34 small letters and digits."""
    sealed = f"invitation:{invitation.id}:{invitation.turn}".encode()
    digest = hmac.digest(secret, sealed, hashlib.sha256)
    return invitation.id + base32(int.from_bytes(digest[:10]), SIGNATURE_LENGTH)


def id_in_code(given: str) -> str | None:
    """The id of the invitation in a code; None for anything that does not look like a code."""
    plain = given.strip().lower()
    return plain[:ID_LENGTH] if CODE_PATTERN.fullmatch(plain) else None


def is_current_code(secret: bytes, invitation: Invitation, given: str) -> bool:
    """Whether ``given`` is the current code of an invitation."""
    return hmac.compare_digest(code(secret, invitation), given.strip().lower())


DAY = 24 * 60 * 60 * 1000
SESSION_SPAN = 14 * DAY
"""The lifetime of a session.  It is not extended by use, so that reading writes nothing."""
DEVICE_SPAN = 7 * DAY
"""The lifetime of a device's binding to its table."""


def issue(
    session: Session,
    now: int,
    kind: str,
    label: str,
    span: int,
    *,
    account_id: str | None = None,
    invitation: Invitation | None = None,
) -> tuple[str, Credential]:
    """Issue a credential for ``span`` milliseconds; return its token, of which only a hash is stored, and its row."""
    token = new_token()
    credential = Credential(
        kind=kind,
        token_hash=token_hash(token),
        label=label,
        account_id=account_id,
        table_id=invitation.table_id if invitation else None,
        invitation_id=invitation.id if invitation else None,
        created_at=now,
        expires_at=now + span,
        seen_at=now if kind == "device" else None,
    )
    session.add(credential)
    session.flush()
    return token, credential


def revoke(session: Session, now: int, *which: ColumnElement[bool]) -> None:
    session.exec(update(Credential).where(*which, col(Credential.revoked_at).is_(None)).values(revoked_at=now))


def bound_devices(session: Session, now: int, table_ids: Iterable[str]) -> list[Credential]:
    """The valid devices bound to some tables, the oldest first."""
    query = (
        select(Credential)
        .where(
            Credential.kind == "device",
            col(Credential.table_id).in_(list(table_ids)),
            col(Credential.revoked_at).is_(None),
            Credential.expires_at > now,
        )
        .order_by(col(Credential.id))
    )
    return list(session.exec(query))
