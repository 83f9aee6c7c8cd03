"""Passwords: hashed with argon2, one at a time, and few that wait for it."""

from __future__ import annotations

import secrets
import threading
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from referee.core.access.rates import too_many
from referee.models.base import ALPHABET

HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
AT_ONCE = 1
"""Hashes that a process makes at a time: each takes 19 MiB and some 25 ms of a core that judges are waiting for."""
STRANGERS = 2
"""Log-ins that may be under way, the one at its hash among them; more are sent away, for each holds a thread."""
KNOWN = 1
"""Besides, for people who are logged in and for browsers that got in before: a flood of strangers leaves it free.  All
of them together are fewer than the threads of a process (`referee.server.start.REQUEST_THREADS`)."""

_turn = threading.BoundedSemaphore(AT_ONCE)
_strangers = threading.BoundedSemaphore(STRANGERS)
_known = threading.BoundedSemaphore(KNOWN)


def _encoded(size: int) -> str:
    return b64encode(secrets.token_bytes(size)).decode().rstrip("=")


_NOBODYS = (
    f"$argon2id$v=19$m={HASHER.memory_cost},t={HASHER.time_cost},p={HASHER.parallelism}"
    f"${_encoded(HASHER.salt_len)}${_encoded(HASHER.hash_len)}"
)
"""The hash of no password, to be compared where there is no account: with the parameters of all others, made without
hashing anything."""


@contextmanager
def place(*, known: bool) -> Iterator[None]:
    """A place among those who may have a password hashed.  Raises the problem ``too_many`` where there is none.

    A browser or person who is ``known`` takes one of the strangers' where theirs is taken.
    """
    for room in (_known, _strangers) if known else (_strangers,):
        if room.acquire(blocking=False):
            try:
                yield
            finally:
                room.release()
            return
    raise too_many(1)


def hashed(password: str) -> str:
    """What is kept of a password.  A request has a `place` for it."""
    with _turn:
        return HASHER.hash(_same(password))


def matches(kept: str | None, password: str) -> bool:
    """Whether it is the password that a hash was made of.  A request has a `place` for it.

    ``kept`` None (there is no such account) is never right, and takes as long.
    """
    against = _NOBODYS if kept is None else kept
    with _turn:
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
