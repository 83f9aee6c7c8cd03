"""The rota of the staff, and everybody's own part of it."""

from __future__ import annotations

from collections.abc import Sequence

from referee.printing.job import PaperJob
from referee.printing.request import DocumentRequest
from referee.rota.queries import Rota, duty_name, said
from tournaments.paper.documents.staff_rota import RotaColumn, RotaLine, StaffRota, rota_slips, staff_rota
from tournaments.paper.words import words
from tournaments.rota import Duty, ranges_text


def staff_table(request: DocumentRequest) -> PaperJob:
    """The whole staff, with room to write where somebody has no duty yet."""
    facts = rota_of(request)
    return PaperJob(staff_rota, facts, 1 + len(facts.lines) // 24)


def own_slips(request: DocumentRequest) -> PaperJob:
    """A slip for everybody with a duty."""
    facts = rota_of(request, in_words=True)
    return PaperJob(rota_slips, facts, 1 + len(facts.lines) // 8)


def rota_of(request: DocumentRequest, *, in_words: bool = False) -> StaffRota:
    """The rota as printed.  ``in_words``: tables with the word for it, where no heading says what the numbers are."""
    rota = Rota(request.session, request.event.id)
    view = rota.view(request.language)
    numbers = [each.number for each in view.rounds]
    lines = []
    for person in view.people:
        tasks = [rota.tasks(number, person.account_id) for number in numbers]
        duties = (spelt(each, request.language) if in_words else said(each, request.language) for each in tasks)
        role = request.text(f"role_{person.role}") if person.role else ""
        lines.append(RotaLine(person.name, role, tuple(each.replace("-", "–") for each in duties)))
    unattended = tuple(ranges_text(rota.unattended(number)).replace("-", "–") for number in numbers)
    columns = tuple(RotaColumn(each.name, each.time) for each in view.rounds)
    return StaffRota(columns, tuple(lines), unattended if rota.rows else ())


def spelt(tasks: Sequence[Duty], language: str) -> str:
    """Tasks in words."""
    ranges = [(each.first, each.last) for each in tasks if not each.duty]
    single = len(ranges) == 1 and ranges[0][0] == ranges[0][1]
    key = "rota_table" if single else "rota_tables"
    tables = words(language)[key].format(tables=ranges_text(ranges)) if ranges else ""
    return ", ".join(filter(None, (tables, *(duty_name(each.duty, language) for each in tasks if each.duty))))
