"""Certificates for the first places."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from sqlmodel import func, select

from referee.core.language import word
from referee.models import TableResult
from referee.printing.documents.ranks import final_lines
from referee.printing.drafts import of_results
from referee.printing.job import Job
from referee.printing.request import Asked
from tournaments.paper.documents.certificate import (
    Certificate,
    Issuer,
    horizontal_certificates,
    vertical_certificates,
)

AWARDS = {
    1: lambda: word("papers_award_1"),
    2: lambda: word("papers_award_2"),
    3: lambda: word("papers_award_3"),
}


def vertical(asked: Asked) -> Job:
    """Vertical ones."""
    facts = tuple(certificates(asked))
    return Job(vertical_certificates, facts, len(facts), of_results(asked.facts))


def horizontal(asked: Asked) -> Job:
    """Horizontal ones."""
    facts = tuple(certificates(asked))
    return Job(horizontal_certificates, facts, len(facts), of_results(asked.facts))


def certificates(asked: Asked) -> Iterator[Certificate]:
    """A certificate for everybody up to a place; none until the final order is known."""
    said = asked.ceremony
    issuers = (Issuer(said.issuer, said.office),) if said.issuer else ()
    for line in final_lines(asked):
        if line.rank <= said.places:
            award = AWARDS[line.rank]() if line.rank in AWARDS else word("papers_award_other", place=line.rank)
            organization = said.organization or asked.layout.event[asked.language]
            yield Certificate(line.person.name, award, said.date or day(asked), organization, issuers)


def day(asked: Asked) -> str:
    """The day on which the last result was confirmed, as it is written on paper."""
    wanted = select(func.max(TableResult.confirmed_at)).where(TableResult.event_id == asked.event.id)
    at = datetime.fromtimestamp((asked.session.exec(wanted).one() or asked.now) / 1000)
    month = word("papers_months").split()[at.month - 1]
    return word("papers_day", year=at.year, month=month, day=at.day)
