"""The private link of a registration, and the seal of a form that was fetched by a person some seconds ago."""

from __future__ import annotations

import hashlib
import hmac

from referee.accounts.credentials import ID, SEAL, SHAPE
from referee.accounts.invitations import address
from referee.core.service import service
from referee.models.base import base32

SOONEST, LATEST = 2_000, 6 * 3_600_000
"""How old a form is (ms) that a person has filled in: programs send at once, or what they fetched yesterday."""


def code(registration_id: str) -> str:
    """The code of a registration's link: 34 small letters and digits."""
    return registration_id + _sealed(f"registration:{registration_id}")


def id_in_code(given: str) -> str | None:
    """The id of the registration that a code belongs to; None for anything else."""
    found = given[:ID] if SHAPE.fullmatch(given) else None
    return found if found is not None and hmac.compare_digest(code(found), given) else None


def link(registration_id: str) -> str:
    """The full address of a registration's page."""
    return f"{address()}/r/{code(registration_id)}"


def seal(event_id: str, now: int) -> str:
    """The seal of a form that is fetched ``now``."""
    return f"{now}.{_sealed(f'form:{event_id}:{now}')}"


def sealed_lately(event_id: str, given: str, now: int) -> bool:
    """Whether a form was fetched from here, not just now and not long ago."""
    issued_at, _, _ = given.partition(".")
    if not (issued_at.isascii() and issued_at.isdigit() and len(issued_at) < 20) or not hmac.compare_digest(
        seal(event_id, int(issued_at)).encode(), given.encode()
    ):
        return False
    return SOONEST <= now - int(issued_at) <= LATEST


def _sealed(what: str) -> str:
    digest = hmac.digest(service().settings.secret, what.encode(), hashlib.sha256)
    return base32(int.from_bytes(digest[:10]), SEAL)
