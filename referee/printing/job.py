"""A document ready to be printed, as plain data that can be pickled for another process.

That process imports this module, so it imports only what drawing needs: the process is to start fast.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from tournaments.paper.page.layout import Layout
from tournaments.stale import Content

Make = Callable[[Any, Layout, str], bytes]
"""A function of `tournaments.paper.documents` that makes a PDF."""


class PaperJob(NamedTuple):
    """A document to draw.

    ``make``: one of `tournaments.paper.documents`; ``sheets``: about how many; ``draft``: the remark printed while
    seats or results on it are not published; ``seats``: the version of the seats on it, 0 for none; ``names``: of the
    people whom its sentences are about.
    """

    make: Make
    facts: Any
    sheets: int = 1
    draft: str = ""
    seats: int = 0
    names: tuple[str, ...] = ()


class PreparedDocument(NamedTuple):
    """A document with its layout and language: everything needed to print it.

    ``round``: the number of the round that it is about, None for the whole event; ``content``: what is noted when it is
    given out, if it can go stale.
    """

    job: PaperJob
    layout: Layout
    language: str
    round: int | None = None
    content: Content | None = None


def bind_jobs(jobs: Sequence[PaperJob], layout: Layout, language: str, *, two_sided: bool = False) -> bytes:
    """Several documents as one file, in the order given."""
    from tournaments.paper.page.press import bind, framed

    each = [partial(job.make, job.facts, replace(layout, draft=job.draft), language) for job in jobs]
    title = layout.event[language]
    if not each:
        return framed([], layout, language, title)
    return bind(each, layout.sheet, layout, language, title, two_sided=two_sided)


def bind_two_sided(jobs: Sequence[PaperJob], layout: Layout, language: str) -> bytes:
    """The same as `bind_jobs` for a printer that prints on both sides: only what has a back is printed on a back."""
    return bind_jobs(jobs, layout, language, two_sided=True)


def render_pdf(document: PreparedDocument) -> bytes:
    """Render a document as a PDF; the same input gives the same bytes.  Raises `Faulty` with all it cannot print."""
    return document.job.make(document.job.facts, document.layout, document.language)
