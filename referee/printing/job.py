"""A document ready to be printed: plain data, which another process can take.

Only what draws is imported here: that process is to begin soon.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tournaments.paper.page.layout import Layout


class Job(NamedTuple):
    """What is to be made.

    ``make``: one of `tournaments.paper.documents`; ``sheets``: about how many; ``draft``: what it says of itself while
    seats or results on it are not public.
    """

    make: Callable[[Any, Layout, str], bytes]
    facts: Any
    sheets: int = 1
    draft: str = ""


class Ready(NamedTuple):
    """All that is needed to print."""

    job: Job
    layout: Layout
    language: str


def printed(made: Ready) -> bytes:
    """The document as a PDF; the same input gives the same bytes.  Raises `Faulty` with whatever cannot be printed."""
    return made.job.make(made.job.facts, made.layout, made.language)
