"""The hash chain: every entry carries a hash of itself and of the one before, so that no past can be changed unseen."""

from __future__ import annotations

import hashlib
import json
from typing import Any, NamedTuple


class Author(NamedTuple):
    """Who reports: a name as it is shown, the account behind it, and the credential that the request came by."""

    name: str
    account_id: str | None = None
    credential_id: str | None = None


class Line(NamedTuple):
    """An entry of a log as it is kept.  ``report`` and ``answer`` are JSON texts; ``at`` in ms since 1970, UTC, and
    ``made_at`` too: when the reporter made it, where that is known.
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


FIELDS = Line._fields
HASHED = FIELDS.index("hash")

_ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False)


def canonical(value: Any) -> str:
    """A JSON value as the one text that is hashed and kept: ASCII, no spaces, keys as they came."""
    return _ENCODER.encode(value)


def first_hash(header: str) -> str:
    """What the chain of a table hangs on: the hash of its header."""
    return hashlib.sha256(header.encode()).hexdigest()


def next_hash(before: str, line: Line) -> str:
    """The hash of a line that follows the one with the hash ``before``; the line's own ``hash`` is not looked at."""
    hashed = [before, *line[:HASHED]]
    if line.made_at is not None:  # entries from before there was such a thing keep their hashes
        hashed.append(line.made_at)
    return hashlib.sha256(canonical(hashed).encode()).hexdigest()


def with_hash(before: str, line: Line) -> Line:
    """The line with its hash."""
    return line._replace(hash=next_hash(before, line))
