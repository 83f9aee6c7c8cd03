"""What is kept, bounded in size: computed results of a process, and a shelf of answers that the processes share."""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
import threading
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Generic, TypeVar

K = TypeVar("K")
T = TypeVar("T")


class SizedCache(Generic[K, T]):
    """A cache of at most ``most`` bytes; the least recently used entries are dropped first.

    ``weigh``: about how many bytes a key and its value take.  A value that alone exceeds ``most`` is not cached.
    """

    def __init__(self, most: int, weigh: Callable[[K, T], int]) -> None:
        self.most = most
        self.weight = 0
        self._weigh = weigh
        self._kept: OrderedDict[K, tuple[int, T]] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: K, make: Callable[[], T]) -> T:
        """Return the value of a key, made if it is not cached; two threads that ask at once may both make it."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
                return found[1]
        value = make()
        weight = self._weigh(key, value)
        with self._lock:
            if key not in self._kept and weight <= self.most:
                self._kept[key] = weight, value
                self.weight += weight
                while self.weight > self.most:
                    self.weight -= self._kept.popitem(last=False)[1][0]
        return value


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
