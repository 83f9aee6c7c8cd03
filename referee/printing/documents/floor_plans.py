"""The floor plan of the hall, without and with the players of a round."""

from __future__ import annotations

from referee.floor.queries import floor_of
from referee.printing.job import PaperJob
from referee.printing.request import DocumentRequest
from tournaments.paper.documents.floor_plan import FloorSheet, floor_plan


def plain(request: DocumentRequest) -> PaperJob:
    """The plan with the numbers of the tables."""
    return PaperJob(floor_plan, FloorSheet(floor_of(request.session, request.event.id)))


def with_names(request: DocumentRequest) -> PaperJob:
    """The plan with who sits where in a round."""
    found = request.requested_round()
    names = {table.number: tuple(each.name for each in table.people) for table in found.tables}
    facts = FloorSheet(floor_of(request.session, request.event.id), found.number, names)
    return PaperJob(floor_plan, facts, 1, request.seats_draft_note([found]), found.version)
