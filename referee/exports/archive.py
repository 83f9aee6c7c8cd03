"""Streaming a zip archive."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

CHUNK_BYTES = 65_536
"""The smallest chunk of the stream, in bytes."""


class ArchiveFile(NamedTuple):
    """A file of an archive.  ``at``: ms since 1970, UTC."""

    name: str
    at: int
    lines: Iterable[str]


class _Buffer:
    """A write-only file object that buffers the archive until `take` empties it."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.size = 0

    def write(self, part: bytes) -> int:
        self.parts.append(bytes(part))
        self.size += len(part)
        return len(part)

    def flush(self) -> None:
        """Nothing to do; `ZipFile` calls it."""

    def take(self) -> bytes:
        done = b"".join(self.parts)
        self.parts.clear()
        self.size = 0
        return done


def zip_stream(files: Iterable[ArchiveFile]) -> Iterator[bytes]:
    """Yield a zip archive of the files in chunks while it is being written."""
    out = _Buffer()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:  # type: ignore[call-overload]  # `ZipFile` calls nothing else
        for name, at, lines in files:
            about = ZipInfo(name, datetime.fromtimestamp(at / 1000, UTC).timetuple()[:6])
            about.compress_type = ZIP_DEFLATED
            about.external_attr = 0o644 << 16
            with archive.open(about, "w") as file:
                for line in lines:
                    file.write(line.encode())
                    if out.size >= CHUNK_BYTES:
                        yield out.take()
    yield out.take()
