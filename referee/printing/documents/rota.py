"""The rota of the staff, and everybody's own part of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from referee.printing.job import PaperJob
from referee.printing.request import DocumentRequest
from referee.rota.queries import Rota, RotaPerson, RotaRound, duty_name, said
from tournaments.paper.documents.staff_rota import RotaColumn, RotaLine, StaffRota, rota_slips, staff_rota
from tournaments.paper.facts import PrintedPerson, person_key, spelled
from tournaments.paper.words import words
from tournaments.players.names import in_kana_or_latin
from tournaments.rota import Duty, ranges_text
from tournaments.timetable import timetable


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
    columns = columns_of(view.rounds, request.event.timetable)
    first = view.rounds[0].number if view.rounds else 0
    lines = []
    for person in in_order(view.people, request.language):
        duties, begun = [], False
        for number, _ in columns:
            begun = begun or number > 0
            # Who has the desk in the first round has it from when the doors open.
            tasks = rota.tasks(number or first, person.account_id)
            tasks = tasks if number else [each for each in tasks if each.duty == "desk" and not begun]
            duties.append(spelt(tasks, request.language) if in_words else said(tasks, request.language))
        role = request.text(f"role_{person.role}") if person.role else ""
        lines.append(RotaLine(person.name, role, tuple(each.replace("-", "–") for each in duties)))
    gaps = (ranges_text(rota.unattended(number)) if number else "" for number, _ in columns)
    unattended = tuple(each.replace("-", "–") for each in gaps)
    return StaffRota(tuple(column for _, column in columns), tuple(lines), unattended if rota.rows else ())


def columns_of(rounds: Sequence[RotaRound], day: str) -> list[tuple[int, RotaColumn]]:
    """The rounds by number, and between them, as 0, what else the timetable has, if it has all rounds."""
    begins = {each.time: each for each in rounds}
    if "" in begins or len(begins) < len(rounds):
        return [(each.number, RotaColumn(each.name, each.time)) for each in rounds]
    found = ((begins.get(when), when, what) for when, what in timetable(day))
    return [
        (each.number, RotaColumn(each.name, when)) if each else (0, RotaColumn(what, when, by_hand=True))
        for each, when, what in found
    ]


def in_order(people: Sequence[RotaPerson], language: str) -> Iterator[RotaPerson]:
    """The staff by role, and within one as lists of players are sorted, if the spelling of all their names is known;
    else in the order in which they came.
    """
    for _, own in groupby(people, key=lambda each: each.role):
        keys = {each: PrintedPerson(each.name) for each in own}
        known = all(in_kana_or_latin(spelled(each, language)) for each in keys.values())
        yield from sorted(keys, key=lambda each: person_key(keys[each], language)) if known else keys


def spelt(tasks: Sequence[Duty], language: str) -> str:
    """Tasks in words."""
    ranges = [(each.first, each.last) for each in tasks if not each.duty]
    single = len(ranges) == 1 and ranges[0][0] == ranges[0][1]
    key = "rota_table" if single else "rota_tables"
    tables = words(language)[key].format(tables=ranges_text(ranges)) if ranges else ""
    return ", ".join(filter(None, (tables, *(duty_name(each.duty, language) for each in tasks if each.duty))))
