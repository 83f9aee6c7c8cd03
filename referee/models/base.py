"""What all models share: the metadata, identifiers, and common kinds of columns."""

from __future__ import annotations

import secrets
import threading
import time
from typing import Any

from sqlalchemy import BigInteger, MetaData, Text
from sqlmodel import Field, SQLModel

# Constraints are named, so that migrations can refer to them on both databases.
SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}

METADATA: MetaData = SQLModel.metadata

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's Base32 alphabet, without letters that are easily confused."""


def base32(number: int, length: int) -> str:
    """A number in Base32, most significant digit first."""
    return "".join(ALPHABET[number >> 5 * place & 31] for place in reversed(range(length)))


_latest = _stamped = _suffix = 0
_stamping = threading.Lock()


def ensure_ids_after(stamp: int) -> None:
    """Ensure that no new identifier of this process sorts before ``stamp`` (ms), up to which other ids exist."""
    global _latest  # noqa: PLW0603  # one per process, like the clock
    with _stamping:
        _latest = max(_latest, stamp)


def new_id() -> str:
    """Return a new identifier of 18 letters that sorts by its time of creation (ms).

    The time is followed by 40 bits that start at random and increase while the time is the same.  After the clock was
    put back, new identifiers still sort after all earlier ones: queries find the latest row by its id.
    """
    global _latest, _stamped, _suffix  # noqa: PLW0603  # one per process, like the clock
    with _stamping:
        _latest = max(_latest, time.time_ns() // 1_000_000)
        _suffix += 1 + secrets.randbits(20)
        if _stamped != _latest:
            _stamped, _suffix = _latest, secrets.randbits(39)
        elif _suffix >> 40:
            _latest = _stamped = _latest + 1
            _suffix = secrets.randbits(39)
        return base32(_stamped, 10) + base32(_suffix, 8)


def key(**options: Any) -> Any:
    return Field(default_factory=new_id, primary_key=True, max_length=18, **options)


def moment(**options: Any) -> Any:
    """A timestamp in milliseconds since 1970, UTC, by the service's clock; or a duration in milliseconds."""
    return Field(sa_type=BigInteger, **options)


def long_text(**options: Any) -> Any:
    return Field(sa_type=Text, **options)


class SignedRow(SQLModel):
    """What somebody did at some time: a person, or a device (``credential_id``) by its label."""

    author: str = Field(max_length=200)
    account_id: str | None = Field(default=None, max_length=18)
    credential_id: str | None = Field(default=None, max_length=18)
    at: int = moment()


class Step(SignedRow):
    """A step of a journal (`referee.core.journal`): what was done about a call, a penalty or a case.  Written once,
    never changed.  ``note``: what was said to it.
    """

    id: str = key()
    kind: str = Field(max_length=12)
    note: str = long_text(default="")
