"""What all models share: the metadata, identifiers, and columns that mean the same everywhere."""

from __future__ import annotations

import secrets
import threading
import time
from typing import Any

from sqlalchemy import BigInteger, MetaData, Text
from sqlmodel import Field, SQLModel

# Constraints have names, so that a migration can speak of them on both databases.
SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}

METADATA: MetaData = SQLModel.metadata

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's letters: none that a person reads as another."""


def letters(number: int, length: int) -> str:
    """A number in 32 letters, the highest first."""
    return "".join(ALPHABET[number >> 5 * place & 31] for place in reversed(range(length)))


_latest = _stamped = _behind = 0
_stamping = threading.Lock()


def not_before(stamp: int) -> None:
    """Let no identifier of this process sort before a moment (ms): others were made until then."""
    global _latest  # noqa: PLW0603  # one for the process, as the clock is
    with _stamping:
        _latest = max(_latest, stamp)


def new_id() -> str:
    """A new identifier of 18 letters that sorts by the time of its making (ms), with 40 bits behind it that are random
    at first, and go up as long as the time is the same.

    When the clock is put back, it sorts behind the latest so far: the last of something is found by these.
    """
    global _latest, _stamped, _behind  # noqa: PLW0603  # one for the process, as the clock is
    with _stamping:
        _latest = max(_latest, time.time_ns() // 1_000_000)
        _behind += 1 + secrets.randbits(20)
        if _stamped != _latest:
            _stamped, _behind = _latest, secrets.randbits(39)
        elif _behind >> 40:
            _latest = _stamped = _latest + 1
            _behind = secrets.randbits(39)
        return letters(_stamped, 10) + letters(_behind, 8)


def key(**options: Any) -> Any:
    """A primary key made by `new_id`."""
    return Field(default_factory=new_id, primary_key=True, max_length=18, **options)


def moment(**options: Any) -> Any:
    """A moment: milliseconds since 1970, UTC, by the service's clock; or a span in milliseconds."""
    return Field(sa_type=BigInteger, **options)


def long_text(**options: Any) -> Any:
    """A text of any length."""
    return Field(sa_type=Text, **options)
