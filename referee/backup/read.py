"""Reading a backup, and detecting files that were truncated or altered."""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from referee.backup.write import FORMAT


class BackupUnusable(Exception):
    """A file that is not a complete backup; the message says which file, what is wrong, and where."""


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
        raise BackupUnusable(f"{path}: the backup has no tables")
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
            raise BackupUnusable(f"{path}: line {number} is no line of a backup")
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
            raise BackupUnusable(f"{path}: it unpacks to more than any backup of its size")
        if trailer is not None:
            raise BackupUnusable(f"{path}: line {number}: something follows the end of the backup")
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
        raise BackupUnusable(f"{path}: the backup was cut short: its last line, with the sum of all, is not there")
    if trailer != {"rows": rows, "sha256": digest.hexdigest()}:
        raise BackupUnusable(f"{path}: the backup was altered: its {rows} rows are not those written (SHA-256)")


def lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """The lines of a gzip file, numbered from 1.  Raises `BackupUnusable`."""
    number = 0
    try:
        with gzip.open(path, "rb") as packed:
            for number, line in enumerate(iter(lambda: packed.readline(LONGEST_LINE), b""), 1):
                yield number, line
    except EOFError:
        raise BackupUnusable(f"{path}: the backup was cut short behind line {number}") from None
    except (gzip.BadGzipFile, zlib.error) as error:
        what = "the file is no backup" if number == 0 else f"the backup is damaged behind line {number}"
        raise BackupUnusable(f"{path}: {what} ({error})") from None
    except OSError as error:
        raise BackupUnusable(f"{path}: {error.strerror or error}") from None


def parse_line(path: Path, number: int, line: bytes) -> Any:
    """Parse a line as JSON.  Raises `BackupUnusable`."""
    try:
        return json.loads(line)
    except ValueError:
        raise BackupUnusable(f"{path}: line {number} is no JSON") from None


def checked_header(path: Path, found: Any) -> Header:
    """Check the value of the first line and return it as a header.  Raises `BackupUnusable`."""
    if not isinstance(found, dict) or "referee_backup" not in found:
        raise BackupUnusable(f"{path}: the file is no backup: its first line is no header of one")
    if found["referee_backup"] != FORMAT:
        raise BackupUnusable(
            f"{path}: the backup has the format {found['referee_backup']}, this version of the program reads {FORMAT}"
        )
    texts = [found.get(name) for name in ("step", "version", "why")]
    if not isinstance(found.get("made_at"), int) or not all(isinstance(each, str) for each in texts):
        raise BackupUnusable(f"{path}: the header of the backup is not whole")
    return Header(found["step"], found["made_at"], found["version"], found["why"])
