"""The backup folder: names of files, listing, and retention.

A file name says when and why a backup was made, so that listing opens no files:
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
RESCUED = "rescued"
REASONS = ("scheduled", "round", "hand", "replaced", RESCUED, UPLOADED)
"""Why a backup was made: on schedule every quarter of an hour, at the close of a round, by hand, before a restore
replaced everything, from the open file after the database was taken away, or because somebody uploaded it.
"""

NAME = re.compile(rf"referee-(\d{{8}}T\d{{6}})(\d{{3}})Z-({'|'.join(REASONS)})\.jsonl\.gz", re.ASCII)
MOMENT = "%Y%m%dT%H%M%S"


class Backup(NamedTuple):
    """A backup in a folder.  ``made_at``: the time of its contents, in ms since 1970, UTC; ``size`` in bytes."""

    path: Path
    made_at: int
    why: str
    size: int

    @property
    def name(self) -> str:
        return self.path.name


def file_name(made_at: int, why: str) -> str:
    seconds, milliseconds = divmod(made_at, 1000)
    return f"referee-{datetime.fromtimestamp(seconds, UTC):{MOMENT}}{milliseconds:03}Z-{why}.jsonl.gz"


def backups(folder: Path) -> list[Backup]:
    """The backups in a folder, newest first; none if the folder does not exist.  Raises OSError."""
    found: list[Backup] = []
    try:
        paths = list(folder.iterdir())
    except FileNotFoundError:
        return found
    for path in paths:
        if (match := NAME.fullmatch(path.name)) is None:
            continue
        moment, milliseconds, why = match.groups()
        with suppress(ValueError, FileNotFoundError):  # not a date, or just removed
            seconds = int(datetime.strptime(moment, MOMENT).replace(tzinfo=UTC).timestamp())
            found.append(Backup(path, seconds * 1000 + int(milliseconds), why, path.stat().st_size))
    return sorted(found, key=lambda each: (each.made_at, each.name), reverse=True)


def accept_rescued(backup: Backup) -> None:
    """Make a rescued backup an ordinary one, because the database has again what is in it.  Raises OSError."""
    backup.path.rename(backup.path.with_name(file_name(backup.made_at, "hand")))


NEWEST: Mapping[str, int] = {"scheduled": 24, "round": 100, "hand": 24, "replaced": 24, RESCUED: 24, UPLOADED: 24}
"""How many of the newest backups are kept, for each reason."""
DAYS = 30
DAY = 24 * 60 * 60 * 1000
PART = ".part"
"""The suffix of a backup's name while it is being written."""
ABANDONED_SECONDS = 60 * 60
"""The age after which an unfinished file is taken for abandoned."""


def kept_backups(listed: Iterable[Backup], now: int) -> set[Backup]:
    """Return the backups that are kept by the retention rule.

    Backups from the future, made before the clock was put back, are counted separately: otherwise they would displace
    every backup made from ``now`` on.
    """
    sides: tuple[list[Backup], list[Backup]] = ([], [])
    for each in listed:
        sides[each.made_at > now].append(each)
    return kept_by_reason_and_day(sides[False]) | kept_by_reason_and_day(sides[True])


def kept_by_reason_and_day(listed: Iterable[Backup]) -> set[Backup]:
    """Apply the retention rule: the newest of each reason (`NEWEST`), and the last of each day for `DAYS` days."""
    newest_first = sorted(listed, key=lambda each: each.made_at, reverse=True)
    kept = set()
    count: Counter[str] = Counter()
    days: set[int] = set()
    for backup in newest_first:
        count[backup.why] += 1
        day = backup.made_at // DAY
        if count[backup.why] <= NEWEST[backup.why] or (day not in days and len(days) < DAYS):
            kept.add(backup)
        days.add(day)
    return kept


def tidy(folder: Path, now: int) -> None:
    """Delete backups beyond the retention rule, and abandoned unfinished files.  Raises OSError."""
    found = backups(folder)
    for backup in set(found) - kept_backups(found, now):
        backup.path.unlink(missing_ok=True)
    for part in folder.glob(f"*{PART}"):
        with suppress(FileNotFoundError):  # just finished
            if part.stat().st_mtime < time.time() - ABANDONED_SECONDS:
                part.unlink()
