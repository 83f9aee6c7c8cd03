"""Passwords: hashed, compared, generated, and refused if they are easily guessed.

zxcvbn estimates how many guesses a good guesser needs; its lists of common passwords, words and names come with it, so
nothing leaves the machine.  Passwords that are in use already are not judged again.
"""

from __future__ import annotations

import os
import re
import secrets
import sys
import threading
from base64 import b64encode
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from referee.core.access.limits import too_many
from referee.core.http.field_faults import FieldFault
from referee.models.base import ALPHABET

LEAST_GUESSES = 10**10
"""As many as zxcvbn calls hard to guess even for whoever has the hash: backups hold it, and travel on sticks."""
JUDGED = 20
"""How many characters are judged, the first ones: what they withstand, the whole password does too.  The time that
zxcvbn takes grows without bounds with the number of signs: 0.3 s here at most, 13 s for 72 of them."""
KNOWN_EVERYWHERE = (
    "monopoly",
    "referee",
    "tournament",
    "judge",
    "arbiter",
    "organizer",
    "admin",
    "jma",
    "hasbro",
    "boardwalk",
    "モノポリー",
    "モノポリ",
    "大会",
    "審判",
    "さいばん",
    "パスワード",
    "ぱすわーど",
    "盤",
    "銀行",
    "大富翁",
    "地产大亨",
    "比赛",
    "裁判",
    "密码",
    "管理员",
)
"""Words that anybody would try here, besides those of zxcvbn's lists, which are English."""
SHORTEST_KNOWN = 3
"""Characters of a known word that count; two of Japanese or Chinese do."""


def guessable(password: str, known: Iterable[str]) -> FieldFault | None:
    """What is wrong with a new password; None if it is hard to guess, even without what is ``known``: the log-in name,
    the person's name, names of events.
    """
    from zxcvbn import zxcvbn

    plain = normalize("NFKC", password)
    words = known_words(known)
    rest = re.sub("|".join(map(re.escape, words)), "", plain, flags=re.IGNORECASE)[:JUDGED]
    if rest and zxcvbn(rest)["guesses"] >= LEAST_GUESSES:
        return None
    inside = [each for each in words if each in plain.casefold()]
    if inside:
        longest = [each for each in inside if not any(each in other and each != other for other in inside)]
        return FieldFault("", "password_known", {"words": ", ".join(longest)})
    return FieldFault("", "password_guessable", {})


def known_words(known: Iterable[str]) -> list[str]:
    """The texts and the words in them, the longest first."""
    found: set[str] = set()
    for text in (*known, *KNOWN_EVERYWHERE):
        plain = normalize("NFKC", text).casefold()
        found.update(
            each
            for each in (plain, *re.split(r"[\W_]+", plain))
            if len(each) >= (SHORTEST_KNOWN if each.isascii() else 2)
        )
    return sorted(found, key=lambda each: (-len(each), each))


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
    return HASHER.check_needs_rehash(password_hash)


def random_password() -> str:
    """A random password that can be read out: four groups of four characters, 80 bits."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(4)) for _ in range(4))


def _normalized(password: str) -> str:
    """The password normalized (NFKC), so that it is the same from every keyboard."""
    return normalize("NFKC", password)
