"""Password hashing with argon2, one hash at a time and with a short queue."""

from __future__ import annotations

import os
import secrets
import sys
import threading
from base64 import b64encode
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from referee.core.access.rates import too_many
from referee.models.base import ALPHABET

HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
STRANGER_SLOTS = 2
"""Log-ins under way at a time, including the one being hashed; more are refused, because each occupies a thread."""
KNOWN_SLOTS = 1
"""One more for people who are logged in and for known browsers, which a flood of strangers cannot take.  Together they
are fewer than the threads of a process (`referee.server.start.REQUEST_THREADS`)."""

_strangers = threading.BoundedSemaphore(STRANGER_SLOTS)
_known = threading.BoundedSemaphore(KNOWN_SLOTS)


@cache
def _hashing() -> ThreadPoolExecutor:
    """The one thread of this process that hashes.

    A hash takes some 25 ms of a core that judges need too, and 19 MiB.  Memory that a thread has used is kept for it:
    hashed by whichever thread answers, a flood of log-ins took some 20 MB for each.
    """
    return ThreadPoolExecutor(1, "hashing")


if sys.platform != "win32":  # where nothing is forked
    os.register_at_fork(after_in_child=_hashing.cache_clear)


def _encoded(size: int) -> str:
    return b64encode(secrets.token_bytes(size)).decode().rstrip("=")


_DUMMY_HASH = (
    f"$argon2id$v=19$m={HASHER.memory_cost},t={HASHER.time_cost},p={HASHER.parallelism}"
    f"${_encoded(HASHER.salt_len)}${_encoded(HASHER.hash_len)}"
)
"""A random hash that no password matches, verified for unknown accounts so that they take as long."""


@contextmanager
def hashing_slot(*, known: bool) -> Iterator[None]:
    """Hold a slot in the queue for hashing.  Raises the problem ``too_many`` if none is free.

    A ``known`` browser or person takes a stranger's slot if the one for known ones is taken.
    """
    for slots in (_known, _strangers) if known else (_strangers,):
        if slots.acquire(blocking=False):
            try:
                yield
            finally:
                slots.release()
            return
    raise too_many(1)


def hash_password(password: str) -> str:
    """Return the hash of a password.  A request must hold a `hashing_slot`."""
    return _hashing().submit(HASHER.hash, _normalized(password)).result()


def matches(password_hash: str | None, password: str) -> bool:
    """Whether a password matches a hash.  A request must hold a `hashing_slot`.

    ``password_hash``: None if there is no such account; it never matches, but takes as long.
    """
    checked_hash = _DUMMY_HASH if password_hash is None else password_hash
    try:
        _hashing().submit(HASHER.verify, checked_hash, _normalized(password)).result()
    except (VerificationError, InvalidHashError):
        return False
    return password_hash is not None


def needs_rehash(password_hash: str) -> bool:
    """Whether a hash has outdated parameters."""
    return HASHER.check_needs_rehash(password_hash)


def random_password() -> str:
    """A random password that can be read out: four groups of four characters, 80 bits."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(4)) for _ in range(4))


def _normalized(password: str) -> str:
    """The password normalized (NFKC), so that it is the same from every keyboard."""
    return normalize("NFKC", password)
