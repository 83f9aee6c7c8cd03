"""Codes: what stands in a private link or on a table's QR code.

A code is the invitation's id with a seal behind it, made from the service's secret, the id and the turn: it is looked
up by its id, kept nowhere, and a new turn makes the old one worthless.
"""

from __future__ import annotations

import hashlib
import hmac
import re

from referee.models import Invitation
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
