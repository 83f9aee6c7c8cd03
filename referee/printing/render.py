"""Printing: from what is asked for to what is ready to be printed."""

from __future__ import annotations

from typing import NamedTuple

from sqlmodel import Session

from referee.core.language import language as reader
from referee.core.language import spoken
from referee.core.problems import Problem
from referee.models import Event
from referee.printing.catalogue import Paper
from referee.printing.job import Ready
from referee.printing.layouts import bent, layout_of
from referee.printing.request import Asked, Ceremony


class Order(NamedTuple):
    """How a document is wanted.  ``language``: that of the event unless given; ``round``, ``table``: numbers; ``paper``
    and ``large``: as the layout has it unless given; ``codes``: with the codes of the tables.
    """

    language: str | None = None
    round: int | None = None
    table: int | None = None
    paper: str | None = None
    large: bool | None = None
    codes: bool = False
    ceremony: Ceremony = Ceremony()


def ready(session: Session, event: Event, now: int, paper: Paper, order: Order) -> Ready:
    """Read all that a document needs.  Within a request, or the context of one: addresses are made from it.

    Raises the problems ``not_found``, ``invalid``, ``no_regulation``, ``no_qualification``, ``no_score_sheet`` and
    ``paper_language``, and `Faulty`.
    """
    language = order.language or event.language
    if language not in paper.languages:
        raise Problem("paper_language", title=paper.title(reader()), given=language, known=list(paper.languages))
    layout = layout_of(session, event)
    with spoken(language):
        asked = Asked(session, event, now, language, layout, order.round, order.table, order.codes, order.ceremony)
        job = paper.job(asked)
        layout = bent(layout, paper=order.paper, large=order.large, draft=job.draft)
    return Ready(job, layout, language)
