"""The hash chain: every entry carries a hash of itself and of the one before, so that the past cannot be changed
unnoticed.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, NamedTuple


class Author(NamedTuple):
    """Who reports: a name as it is shown, the account behind it, and the credential that the request carried."""

    name: str
    account_id: str | None = None
    credential_id: str | None = None


class ChainLine(NamedTuple):
    """An entry of a log as it is stored.  ``report`` and ``answer`` are JSON texts; ``at`` in ms since 1970, UTC, and
    so is ``made_at``: when the reporter made it, where that is known.
    """

    seq: int
    client_id: str
    at: int
    author: str
    account_id: str | None
    credential_id: str | None
    accepted: bool
    report: str
    answer: str
    reason: str | None
    hash: str
    made_at: int | None = None


FIELDS = ChainLine._fields
HASHED = FIELDS.index("hash")

_ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False)


def canonical(value: Any) -> str:
    """The canonical text of a JSON value, which is hashed and stored: ASCII, no spaces, keys in the order given."""
    return _ENCODER.encode(value)


def first_hash(header: str) -> str:
    """The start of a table's chain: the hash of its header."""
    return hashlib.sha256(header.encode()).hexdigest()


def next_hash(before: str, line: ChainLine) -> str:
    """The hash of a line that follows the one with the hash ``before``; the line's own ``hash`` is ignored."""
    hashed = [before, *line[:HASHED]]
    if line.made_at is not None:  # entries older than this field keep their hashes
        hashed.append(line.made_at)
    return hashlib.sha256(canonical(hashed).encode()).hexdigest()


def with_hash(before: str, line: ChainLine) -> ChainLine:
    return line._replace(hash=next_hash(before, line))
