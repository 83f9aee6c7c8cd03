"""A document ready to be printed: plain data, which another process can take.

Only what draws is imported here: that process is to begin soon.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import bind, framed

Make = Callable[[Any, Layout, str], bytes]
"""One of `tournaments.paper.documents`."""


class Job(NamedTuple):
    """What is to be drawn.

    ``make``: one of `tournaments.paper.documents`; ``sheets``: about how many; ``draft``: what it says of itself while
    seats or results on it are not public; ``seats``: the version of the seats on it, 0 for none.
    """

    make: Make
    facts: Any
    sheets: int = 1
    draft: str = ""
    seats: int = 0


class PreparedDocument(NamedTuple):
    """A document with its layout and language: all that is needed to print it."""

    job: Job
    layout: Layout
    language: str


def bind_jobs(jobs: Sequence[Job], layout: Layout, language: str) -> bytes:
    """Several documents as one file, in the order given."""
    each = [partial(job.make, job.facts, replace(layout, draft=job.draft), language) for job in jobs]
    title = layout.event[language]
    return bind(each, layout.sheet, layout, language, title) if each else framed([], layout, language, title)


def render_pdf(document: PreparedDocument) -> bytes:
    """A document as a PDF; the same input gives the same bytes.  Raises `Faulty` with whatever cannot be printed."""
    return document.job.make(document.job.facts, document.layout, document.language)
