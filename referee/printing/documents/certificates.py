"""Certificates: for the first places, and for everybody who took part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from sqlmodel import func, select

from referee.core.pages.format import shown_day
from referee.models import TableResult
from referee.printing.documents.ranks import final_board_of
from referee.printing.job import PaperJob
from referee.printing.request import DocumentRequest
from referee.results.contest import scored
from rulesets.languages import language as settings
from tournaments.paper.documents.certificate import (
    Certificate,
    Issuer,
    horizontal_certificates,
    participation_certificates,
    vertical_certificates,
)
from tournaments.paper.facts import PrintedPerson
from tournaments.paper.words import words

AWARDS = {1: "papers_award_1", 2: "papers_award_2", 3: "papers_award_3"}
SIGNERS = ("organizer", "head_judge")
"""The roles of those who sign where nobody is named."""


def vertical(request: DocumentRequest) -> PaperJob:
    """Certificates in vertical writing."""
    return _job(request, vertical_certificates, certificates(request))


def horizontal(request: DocumentRequest) -> PaperJob:
    """Certificates in horizontal writing."""
    return _job(request, horizontal_certificates, certificates(request))


def participation(request: DocumentRequest) -> PaperJob:
    """Certificates for everybody who has played, in the way in which the language's certificates are written."""
    return _job(request, participation_certificates, participants(request))


def _job(request: DocumentRequest, make: Callable[..., bytes], every: Iterable[Certificate]) -> PaperJob:
    facts = tuple(every)
    return PaperJob(make, facts, len(facts), request.results_draft_note())


def certificates(request: DocumentRequest) -> Iterator[Certificate]:
    """Yield a certificate for each player down to the last awarded place, of all and of each class with a final of its
    own; none until the final order is known.
    """
    found = final_board_of(request)
    for board in (found, *found.classes):
        for line in board.lines:
            if line.rank <= request.options.places and request.includes(line.person):
                award = request.text(AWARDS.get(line.rank, "papers_award_other"), place=line.rank)
                yield certificate(request, line.person, " ".join(filter(None, (board.title, award))))


def participants(request: DocumentRequest) -> Iterator[Certificate]:
    """Yield a certificate for everybody with a confirmed result, by reading, with the place once it is known."""
    played = {each.player for game in scored(request.facts, "confirmed") for each in game.result.players}
    ranks = {line.person: line.rank for line in final_board_of(request).lines}
    texts = words(request.language)
    body = texts["participation_body"].format(event=request.layout.event[request.language])
    for person in sorted(map(request.person, played), key=request.in_list):
        if request.includes(person):
            rank = ranks.get(person)
            award = request.text(AWARDS.get(rank, "papers_award_other"), place=rank) if rank else ""
            yield replace(certificate(request, person, award), title=texts["participation_title"], text=body)


def certificate(request: DocumentRequest, person: PrintedPerson, award: str) -> Certificate:
    """A certificate as far as all of a ceremony are the same."""
    ceremony = request.options
    if ceremony.issuer:
        issuers: tuple[Issuer, ...] = (Issuer(ceremony.issuer, ceremony.office),)
    elif settings(request.language).paper["signature_lines"]:
        issuers = tuple(Issuer("", request.text(f"role_{role}")) for role in SIGNERS)
    else:
        issuers = (Issuer("", request.text("papers_signer")),)
    day = shown_day(ceremony.date, request.language) or event_date(request)
    organization = ceremony.organization or request.event.organizer or request.layout.event[request.language]
    return Certificate(person.own_name, award, day, organization, issuers)


def event_date(request: DocumentRequest) -> str:
    """The date of an event: that of the layout, or else the day of the last confirmed result."""
    if request.layout.date is not None:
        return request.layout.date[request.language]
    query = select(func.max(TableResult.confirmed_at)).where(TableResult.event_id == request.event.id)
    at = request.local_time(request.session.exec(query).one() or request.now)
    return shown_day(f"{at:%Y-%m-%d}", request.language)
