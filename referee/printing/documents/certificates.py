"""Certificates for the first places."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sqlmodel import func, select

from referee.models import TableResult
from referee.printing.documents.ranks import final_lines
from referee.printing.job import PaperJob
from referee.printing.request import DocumentRequest
from tournaments.paper.documents.certificate import (
    Certificate,
    Issuer,
    horizontal_certificates,
    vertical_certificates,
)

AWARDS = {1: "papers_award_1", 2: "papers_award_2", 3: "papers_award_3"}


def vertical(request: DocumentRequest) -> PaperJob:
    """Certificates in vertical writing."""
    return _job(request, vertical_certificates)


def horizontal(request: DocumentRequest) -> PaperJob:
    """Certificates in horizontal writing."""
    return _job(request, horizontal_certificates)


def _job(request: DocumentRequest, make: Callable[..., bytes]) -> PaperJob:
    facts = tuple(certificates(request))
    return PaperJob(make, facts, len(facts), request.results_draft_note())


def certificates(request: DocumentRequest) -> Iterator[Certificate]:
    """Yield a certificate for each player down to the last awarded place; none until the final order is known."""
    ceremony = request.options
    issuers = (Issuer(ceremony.issuer, ceremony.office),) if ceremony.issuer else ()
    for line in final_lines(request):
        if line.rank <= ceremony.places and request.includes(line.person):
            award = request.text(AWARDS.get(line.rank, "papers_award_other"), place=line.rank)
            organization = ceremony.organization or request.layout.event[request.language]
            yield Certificate(
                line.person.own_name, award, ceremony.date or certificate_date(request), organization, issuers
            )


def certificate_date(request: DocumentRequest) -> str:
    """The date on certificates: that of the layout, or else the day of the last confirmed result."""
    if request.layout.date is not None:
        return request.layout.date[request.language]
    query = select(func.max(TableResult.confirmed_at)).where(TableResult.event_id == request.event.id)
    at = request.local_time(request.session.exec(query).one() or request.now)
    month = request.text("papers_months").split()[at.month - 1]
    return request.text("papers_day", year=at.year, month=month, day=at.day)
