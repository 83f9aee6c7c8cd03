"""Passwords: hashed with argon2, never more than a few at once."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from referee.models.base import ALPHABET
from referee.problems import Problem

HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
AT_ONCE = 2
"""Hashes that a process makes at a time: each takes 19 MiB and some 25 ms of a core that judges are waiting for."""
WAITING = 8
"""Log-ins that may wait for their turn, those at it among them; more are sent away, for each holds a thread."""

_turn = threading.BoundedSemaphore(AT_ONCE)
_room = threading.BoundedSemaphore(WAITING)


def hashed(password: str) -> str:
    """What is kept of a password.  Raises the problem ``too_many``."""
    with _at_work():
        return HASHER.hash(_same(password))


def matches(kept: str | None, password: str) -> bool:
    """Whether it is the password that a hash was made of.

    ``kept`` None (there is no such account) is never right, and takes as long.  Raises the problem ``too_many``.
    """
    against = _nobody() if kept is None else kept
    with _at_work():
        try:
            HASHER.verify(against, _same(password))
        except (VerificationError, InvalidHashError):
            return False
    return kept is not None


def is_old(kept: str) -> bool:
    """Whether a hash was made with other parameters than today's."""
    return HASHER.check_needs_rehash(kept)


def generated() -> str:
    """A password that nobody guesses and that can be read out: four times four letters, 80 random bits."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(4)) for _ in range(4))


def _same(password: str) -> str:
    """The password as it is hashed: one text for what looks the same, whichever keyboard wrote it."""
    return normalize("NFKC", password)


@cache
def _nobody() -> str:
    return HASHER.hash(secrets.token_hex())


@contextmanager
def _at_work() -> Iterator[None]:
    if not _room.acquire(blocking=False):
        raise Problem("too_many", headers={"Retry-After": "1"}, seconds=1)
    try:
        with _turn:
            yield
    finally:
        _room.release()
