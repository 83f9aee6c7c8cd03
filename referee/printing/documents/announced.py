"""The poster at the entrance."""

from __future__ import annotations

from referee.accounts.invitations import base_url
from referee.core.pages.format import round_name
from referee.events.regulation_text import minutes_text
from referee.models import PublicPages
from referee.printing.job import PaperJob
from referee.printing.request import DocumentRequest
from tournaments.paper.documents.poster import Poster, PosterLine, poster


def event_poster(request: DocumentRequest) -> PaperJob:
    """The rounds as planned, or else as in the regulation, and a QR code to the public pages if they are open."""
    planned = {
        number: (round_name(number, each, request.language), each.minutes) for number, each in request.rounds.items()
    }
    for each in request.regulation.rounds if request.regulation else ():
        planned.setdefault(each.number, (round_name(each.number, None, request.language), each.minutes))
    lines = tuple(
        PosterLine(name, minutes_text(minutes, request.language)) for _, (name, minutes) in sorted(planned.items())
    )
    pages = request.session.get(PublicPages, request.event.id)
    link = f"{base_url()}/p/{pages.address or request.event.id}" if pages is not None and pages.open else ""
    return PaperJob(poster, Poster(lines, request.qr_link(link)))
