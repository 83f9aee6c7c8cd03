"""Credentials and codes: the tokens of sessions, devices and programs, and what stands in a private link or QR
code.

A code is the invitation's id with a seal behind it, made from the service's secret, the id and the turn: it is looked
up by its id, kept nowhere, and a new turn makes the old one worthless.
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
from referee.models.base import letters

ID = 18
SEAL = 16
"""Letters of the seal, five bits each."""
SHAPE = re.compile(rf"[0-9a-z]{{{ID + SEAL}}}")


def code(secret: bytes, invitation: Invitation) -> str:
    """The code of an invitation: 34 small letters and digits."""
    sealed = f"invitation:{invitation.id}:{invitation.turn}".encode()
    digest = hmac.digest(secret, sealed, hashlib.sha256)
    return invitation.id + letters(int.from_bytes(digest[:10]), SEAL)


def named(given: str) -> str | None:
    """The id of the invitation that a code names, or None for what is no code."""
    plain = given.strip().lower()
    return plain[:ID] if SHAPE.fullmatch(plain) else None


def fits(secret: bytes, invitation: Invitation, given: str) -> bool:
    """Whether it is the code of an invitation, now."""
    return hmac.compare_digest(code(secret, invitation), given.strip().lower())


DAY = 24 * 60 * 60 * 1000
SESSION_SPAN = 14 * DAY
"""How long a session lasts from the log-in on: an event with what is before and after it.  It is not prolonged, so that
nothing is written when somebody reads."""
DEVICE_SPAN = 7 * DAY
"""How long a device stays bound to its table."""


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
    """A new credential for ``span`` milliseconds: its token, which is kept nowhere, and what is kept of it."""
    token = new_token()
    made = Credential(
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
    session.add(made)
    session.flush()
    return token, made


def revoke(session: Session, now: int, *which: ColumnElement[bool]) -> None:
    """Revoke all credentials that fit."""
    session.exec(update(Credential).where(*which, col(Credential.revoked_at).is_(None)).values(revoked_at=now))


def bound(session: Session, now: int, table_ids: Iterable[str]) -> list[Credential]:
    """The devices that are bound to some tables, the first one first."""
    wanted = (
        select(Credential)
        .where(
            Credential.kind == "device",
            col(Credential.table_id).in_(list(table_ids)),
            col(Credential.revoked_at).is_(None),
            Credential.expires_at > now,
        )
        .order_by(col(Credential.id))
    )
    return list(session.exec(wanted))
