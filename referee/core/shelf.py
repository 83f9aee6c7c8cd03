"""A shelf of what has been computed, shared by the processes of a machine: files in a folder, in as many places as that
folder has.

It is a convenience: where the folder is missing, full or for reading only, everything is computed as without it.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
from contextlib import suppress
from pathlib import Path

FOLDER_SETTING = "REFEREE_SHELF"
"""The environment variable that names the folder; `referee serve` sets it for its processes, if it starts several."""
PLACES = 16_384
"""The most files.  Each key has one place, which it shares with others: what comes later replaces what is there."""
MOST_BYTES = 64_000
"""The largest content that is kept, so that all of it together stays within a gigabyte."""
SEAL_BYTES = 32


class Shelf:
    """Byte strings by key, in a folder; without a folder, in none."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def get(self, key: str) -> bytes | None:
        """What was last put there under a key; None if there is nothing, or not as it was written."""
        if self._folder is None:
            return None
        try:
            found = self._place(key).read_bytes()
        except OSError:
            return None
        seal, content = found[:SEAL_BYTES], found[SEAL_BYTES:]
        return content if seal == _seal(key, content) else None

    def put(self, key: str, content: bytes) -> None:
        if self._folder is None or len(content) > MOST_BYTES:
            return
        place = self._place(key)
        part = place.with_name(f"{place.name}-{secrets.token_hex(4)}")
        try:
            descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(_seal(key, content) + content)
            part.replace(place)  # whoever reads has the earlier file or this one, and never half of it
        except OSError:
            with suppress(OSError):
                part.unlink()

    def _place(self, key: str) -> Path:
        assert self._folder is not None
        digest = hashlib.sha256(key.encode()).digest()
        return self._folder / str(int.from_bytes(digest[:4]) % PLACES)


def _seal(key: str, content: bytes) -> bytes:
    """What tells that a file holds this content under this key."""
    return hashlib.sha256(key.encode() + b"\0" + content).digest()


def shelf_of_service() -> Shelf:
    """The shelf of the service that this process belongs to."""
    folder = os.environ.get(FOLDER_SETTING)
    return Shelf(Path(folder) if folder else None)


def empty_shelf(folder: Path) -> None:
    """Make an empty folder for a shelf: what an earlier program has left there is not what this one would compute.

    Raises OSError.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700, exist_ok=True)
