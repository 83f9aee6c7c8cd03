"""Editions that are kept outside the law, such as in the database of a service: read when one is needed here.

The law reads no files and no database.  Who keeps editions says here how they are made known to their games.
"""

from __future__ import annotations

from collections.abc import Callable

readers: list[Callable[[], None]] = []
"""What makes the editions known that are kept somewhere: called where one is unknown, and before all are listed."""


def read_kept() -> None:
    for read in list(readers):
        read()
