"""The folder of backups: what its files are called, which there are, and which are kept.

A name says when and why a backup was made, so that a list needs to open none:
``referee-20261121T145803123Z-scheduled.jsonl.gz``.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

UPLOADED = "uploaded"
REASONS = ("scheduled", "round", "hand", "replaced", UPLOADED)
"""Why there is a backup: every quarter of an hour, at a round's close, by hand, before a restore replaces all, and
because somebody brought it along.
"""

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


NEWEST: Mapping[str, int] = {"scheduled": 24, "round": 100, "hand": 24, "replaced": 24, UPLOADED: 24}
"""How many of each reason are kept."""
DAYS = 30
DAY = 24 * 60 * 60 * 1000
PART = ".part"
"""How the name of a backup ends while it is being written."""
ABANDONED_SECONDS = 60 * 60
"""After which an unfinished file belongs to nobody any more."""


def kept_backups(listed: Iterable[Backup], now: int) -> set[Backup]:
    """Those of the backups that are kept ``now``.

    Those from the future, made before the clock was put back, are counted by themselves: they would drive out all that
    are made from now on.
    """
    sides: tuple[list[Backup], list[Backup]] = ([], [])
    for each in listed:
        sides[each.made_at > now].append(each)
    return newest(sides[False]) | newest(sides[True])


def newest(listed: Iterable[Backup]) -> set[Backup]:
    """Those that are kept of some."""
    newest_first = sorted(listed, key=lambda each: each.made_at, reverse=True)
    keep = set()
    count: Counter[str] = Counter()
    days: set[int] = set()
    for backup in newest_first:
        count[backup.why] += 1
        day = backup.made_at // DAY
        if count[backup.why] <= NEWEST[backup.why] or (day not in days and len(days) < DAYS):
            keep.add(backup)
        days.add(day)
    return keep


def tidy(folder: Path, now: int) -> None:
    """Remove the backups that are not kept, and what was never finished.  Raises OSError."""
    found = backups(folder)
    for backup in set(found) - kept_backups(found, now):
        backup.path.unlink(missing_ok=True)
    for part in folder.glob(f"*{PART}"):
        with suppress(FileNotFoundError):  # finished at this moment
            if part.stat().st_mtime < time.time() - ABANDONED_SECONDS:
                part.unlink()
