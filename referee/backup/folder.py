"""The folder of backups: what the files in it are called, and which there are.

A name says when and why a backup was made, so that a list needs to open none:
``referee-20261121T145803123Z-scheduled.jsonl.gz``.
"""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

REASONS = ("scheduled", "round", "hand", "replaced")
"""Why there is a backup: every quarter of an hour, at a round's close, by hand, and before a restore replaces all."""

NAME = re.compile(rf"referee-(\d{{8}}T\d{{6}})(\d{{3}})Z-({'|'.join(REASONS)})\.jsonl\.gz", re.ASCII)
MOMENT = "%Y%m%dT%H%M%S"


class Backup(NamedTuple):
    """A backup in a folder.  ``made_at``: the moment that it shows, in ms since 1970, UTC; ``size`` in bytes."""

    path: Path
    made_at: int
    why: str
    size: int

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.path.name


def name(made_at: int, why: str) -> str:
    """What a backup is called."""
    seconds, milliseconds = divmod(made_at, 1000)
    return f"referee-{datetime.fromtimestamp(seconds, UTC):{MOMENT}}{milliseconds:03}Z-{why}.jsonl.gz"


def backups(folder: Path) -> list[Backup]:
    """The backups in a folder, the newest first; none where there is no folder.  Raises OSError."""
    found = []
    for path in folder.iterdir() if folder.exists() else ():
        if (match := NAME.fullmatch(path.name)) is None:
            continue
        moment, milliseconds, why = match.groups()
        with suppress(ValueError, FileNotFoundError):  # no date, or removed at this moment
            seconds = int(datetime.strptime(moment, MOMENT).replace(tzinfo=UTC).timestamp())
            found.append(Backup(path, seconds * 1000 + int(milliseconds), why, path.stat().st_size))
    return sorted(found, key=lambda each: (each.made_at, each.name), reverse=True)
