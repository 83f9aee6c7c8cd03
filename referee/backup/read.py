"""Reading a backup, and detecting files that were truncated or altered."""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from referee.backup.faults import BackupUnusable, quoted
from referee.backup.write import FORMAT


class Header(NamedTuple):
    """The header of a backup: the migration that its tables are at (``step``), the time of its contents (ms), the
    version of the program, and why it was made.
    """

    step: str
    made_at: int
    version: str
    why: str


class Part(NamedTuple):
    """Some rows of a table, in order; the next part may continue the same table."""

    table: str
    columns: list[str]
    rows: list[list[Any]]


ROWS = 500
"""Rows per part."""
LONGEST_LINE = 64_000_000
"""Bytes read as one line: no row is longer, and an uploaded file must not exhaust the memory with one."""


def read_header(path: Path) -> Header:
    """Read the header of a backup.  Raises `BackupUnusable`."""
    number, line = next(lines(path), (1, b""))
    return checked_header(path, parse_line(path, number, line))


def check_backup(path: Path, most: int | None = None) -> int:
    """Read a backup to its end and return the number of its rows.  ``most``: the most bytes that it may unpack to.

    Raises `BackupUnusable`.
    """
    parts = rows = 0
    for part in read_parts(path, most):
        parts, rows = parts + 1, rows + len(part.rows)
    if not parts:
        raise BackupUnusable(path, "no_tables")
    return rows


def read_parts(path: Path, most: int | None = None) -> Iterator[Part]:
    """Read the tables of a backup with their rows.  ``most``: the most bytes that it may unpack to.

    Raises `BackupUnusable`, for most faults only at the end: do not rely on any part before that.
    """
    part: Part | None = None
    for number, found in records(path, most):
        if isinstance(found, list) and part is not None and len(found) == len(part.columns):
            part.rows.append(found)
            if len(part.rows) == ROWS:
                yield part
                part = part._replace(rows=[])
        elif isinstance(found, dict) and found.keys() == {"table", "columns"} and isinstance(found["columns"], list):
            if part is not None:
                yield part
            part = Part(found["table"], found["columns"], [])
        else:
            raise BackupUnusable(path, "no_line", line=number)
    if part is not None:
        yield part


def records(path: Path, most: int | None) -> Iterator[tuple[int, Any]]:
    """Yield the lines between the header and the trailer, with their numbers, and check these two.

    Raises `BackupUnusable`.
    """
    digest = hashlib.sha256()
    rows = size = 0
    trailer: dict[str, Any] | None = None
    for number, line in lines(path):
        size += len(line)
        if most is not None and size > most:
            raise BackupUnusable(path, "unpacks_large")
        if trailer is not None:
            raise BackupUnusable(path, "after_end", line=number)
        found = parse_line(path, number, line)
        if number == 1:
            checked_header(path, found)
        elif isinstance(found, dict) and found.keys() == {"rows", "sha256"}:
            trailer = found
            continue
        else:
            rows += isinstance(found, list)
            yield number, found
        digest.update(line)
    if trailer is None:
        raise BackupUnusable(path, "cut_short")
    if trailer != {"rows": rows, "sha256": digest.hexdigest()}:
        raise BackupUnusable(path, "altered", rows=rows)


def lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """The lines of a gzip file, numbered from 1.  Raises `BackupUnusable`."""
    number = 0
    try:
        with gzip.open(path, "rb") as packed:
            for number, line in enumerate(iter(lambda: packed.readline(LONGEST_LINE), b""), 1):
                yield number, line
    except EOFError:
        raise BackupUnusable(path, "cut_short_behind", line=number) from None
    except (gzip.BadGzipFile, zlib.error):
        raise BackupUnusable(path, "damaged" if number else "not_packed", line=number) from None
    except OSError as error:
        raise BackupUnusable(path, "not_readable", said=quoted(error)) from None


def parse_line(path: Path, number: int, line: bytes) -> Any:
    """Parse a line as JSON.  Raises `BackupUnusable`."""
    try:
        return json.loads(line)
    except ValueError:
        raise BackupUnusable(path, "no_json", line=number) from None


def checked_header(path: Path, found: Any) -> Header:
    """Check the value of the first line and return it as a header.  Raises `BackupUnusable`."""
    if not isinstance(found, dict) or "referee_backup" not in found:
        raise BackupUnusable(path, "no_header")
    if found["referee_backup"] != FORMAT:
        raise BackupUnusable(path, "other_format", given=str(found["referee_backup"])[:40], known=FORMAT)
    texts = [found.get(name) for name in ("step", "version", "why")]
    if not isinstance(found.get("made_at"), int) or not all(isinstance(each, str) for each in texts):
        raise BackupUnusable(path, "header_not_whole")
    return Header(found["step"], found["made_at"], found["version"], found["why"])
