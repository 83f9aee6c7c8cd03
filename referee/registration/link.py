"""The private link of a registration, the link that confirms it, and the seal (a signed time and a number) of its form,
which keeps bots out.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from referee.accounts.credentials import CODE_PATTERN, ID_LENGTH, SIGNATURE_LENGTH
from referee.accounts.invitations import base_url
from referee.core.service import service
from referee.models.base import base32

SOONEST, LATEST = 2_000, 6 * 3_600_000
"""The age (ms) of a form filled in by a person: bots submit at once, or a form fetched long ago."""


def code(registration_id: str) -> str:
    """The code of a registration's link: 34 small letters and digits."""
    return registration_id + _signature(f"registration:{registration_id}")


def id_in_code(given: str) -> str | None:
    """The id of the registration in a code; None for anything that is not a valid code."""
    found = given[:ID_LENGTH] if CODE_PATTERN.fullmatch(given) else None
    return found if found is not None and hmac.compare_digest(code(found), given) else None


def link(registration_id: str) -> str:
    """The full URL of a registration's private page."""
    return f"{base_url()}/r/{code(registration_id)}"


def confirming_link(registration_id: str) -> str:
    """The full URL that confirms a registration: only the letter has it, so whoever follows it reads that mailbox."""
    return f"{base_url()}/r/{confirming_code(registration_id)}/confirm"


def confirming_code(registration_id: str) -> str:
    return registration_id + _signature(f"confirm:{registration_id}")


def id_in_confirming_code(given: str) -> str | None:
    """The id of the registration in the code of a confirming link; None for anything else."""
    found = given[:ID_LENGTH] if CODE_PATTERN.fullmatch(given) else None
    return found if found is not None and hmac.compare_digest(confirming_code(found), given) else None


def seal(event_id: str, now: int) -> str:
    """The seal of a form that is fetched ``now`` (ms); no two are the same."""
    return _sealed(event_id, f"{now}.{secrets.token_hex(4)}")


def _sealed(event_id: str, text: str) -> str:
    return f"{text}.{_signature(f'form:{event_id}:{text}')}"


def is_valid_seal(event_id: str, given: str, now: int) -> bool:
    """Whether ``given`` is a genuine seal, not younger than `SOONEST` and not older than `LATEST`.  That each is used
    once is up to the database (`referee.models.Registration`).
    """
    text, _, _ = given.rpartition(".")
    issued_at, _, _ = text.partition(".")
    if not (issued_at.isascii() and issued_at.isdigit() and len(issued_at) < 20) or not hmac.compare_digest(
        _sealed(event_id, text).encode(), given.encode()
    ):
        return False
    return SOONEST <= now - int(issued_at) <= LATEST


def network_mark(network: str) -> str:
    """What a registration keeps of the network that it came from: enough to find others of it, but not the address."""
    return _signature(f"network:{network}") if network else ""


def _signature(what: str) -> str:
    digest = hmac.digest(service().settings.secret, what.encode(), hashlib.sha256)
    return base32(int.from_bytes(digest[:10]), SIGNATURE_LENGTH)
