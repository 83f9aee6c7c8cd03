"""Names of exported files: safe on every system."""

from __future__ import annotations

import re
from urllib.parse import quote

from referee.export.source import Played

UNSAFE = re.compile(r'[\x00-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\\/:*?"<>|%]+')
"""What some system takes for more than a letter of a name."""


def table_name(table: Played) -> str:
    """A table's name among others of its event."""
    return f"round-{table.round_number}-table-{table.number}"


def title(text: str) -> str:
    """A name given by people as part of a file's."""
    return UNSAFE.sub("_", text).strip(" .")[:80]


def attachment(event: str, rest: str) -> str:
    """Content-Disposition (RFC 6266): the name in plain letters, and whole, with the event's, for who can read it."""
    whole = f"{title(event)} {rest}".strip()
    return f"attachment; filename=\"{rest}\"; filename*=UTF-8''{quote(whole, safe='')}"
