"""Which backups are kept.

Of every reason the newest (24 scheduled ones are six hours of play); and besides, of each of the last 30 days that have
any, the newest one.  Days are those of UTC.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from referee.backup.folder import Backup, backups

NEWEST: Mapping[str, int] = {"scheduled": 24, "round": 100, "hand": 24, "replaced": 24}
"""How many of each reason are kept."""
DAYS = 30
DAY = 24 * 60 * 60 * 1000
PART = ".part"
"""How the name of a backup ends while it is being written."""
ABANDONED_SECONDS = 60 * 60
"""After which an unfinished file belongs to nobody any more."""


def kept(found: Iterable[Backup], now: int) -> set[Backup]:
    """Those of the backups that are kept ``now``.

    Those from the future, made before the clock was put back, are counted by themselves: they would drive out all that
    are made from now on.
    """
    sides: tuple[list[Backup], list[Backup]] = ([], [])
    for each in found:
        sides[each.made_at > now].append(each)
    return newest(sides[False]) | newest(sides[True])


def newest(found: Iterable[Backup]) -> set[Backup]:
    """Those that are kept of some."""
    newest_first = sorted(found, key=lambda each: each.made_at, reverse=True)
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
    for backup in set(found) - kept(found, now):
        backup.path.unlink(missing_ok=True)
    for part in folder.glob(f"*{PART}"):
        with suppress(FileNotFoundError):  # finished at this moment
            if part.stat().st_mtime < time.time() - ABANDONED_SECONDS:
                part.unlink()
