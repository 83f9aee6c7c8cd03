"""Bringing in a seating that somebody has prepared elsewhere: checked like a drawn one, shown first, then a draft."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, NamedTuple

from sqlmodel import Session

from referee.core.command import Caller
from referee.core.http.schemas import Base64, NoticeOut
from referee.core.problems import Problem
from referee.core.rows import get_row
from referee.events.plan import SCHEDULE, Unit, create_planned_rounds, unit_at
from referee.events.queries import players_of
from referee.events.regulation import regulation_of
from referee.models import Event
from referee.players.list_columns import SentList, remember_columns, remembered_columns
from referee.players.queries import entrant
from referee.results.queries import refuse_begun
from referee.seating.faults import named_faults
from referee.seating.participants import RoundNumber, participants_of
from referee.seating.tables_of_round import SELF_CHOSEN, refuse_unplayable, seated_before
from referee.seating.versions import Document, add_draft, latest, write
from tournaments.fault import Fault, Faulty
from tournaments.lists.read import ListChoices
from tournaments.regulation.regulation import Regulation
from tournaments.seating.entrants import request
from tournaments.seating.file import PREPARED
from tournaments.seating.schedule import Round, Schedule
from tournaments.seating.violations import structural_faults, violations
from tournaments.seating_list.prepared import SeatList, columns, seat_list

FREE = (SCHEDULE, "drawn", SELF_CHOSEN)
"""The kinds of rounds whose tables follow from nothing, so that somebody may bring them in."""
ABSENT, MISSING = "seating_absent", "seating_missing"
"""The codes of the faults that somebody is seated who does not play in the round, and that somebody who plays is not.
"""


@dataclass(frozen=True, slots=True)
class BringSeating(SentList):
    """A prepared seating, as a list: a row for each seat."""

    first_round: Annotated[RoundNumber, "The number of the first of the rounds that are seated together."]
    data: Annotated[bytes, Base64(), "A CSV file or an Excel workbook, in Base64."]
    apply: Annotated[bool, "false: only a preview; true: made a draft if there is no fault."] = False


@dataclass(frozen=True, slots=True)
class BroughtSeating:
    """A prepared seating, previewed or made a draft.

    ``found``: the list as read; ``schedule``: None if it cannot be one, because of its ``faults``; ``broken``: the aims
    that it breaks, and who is left out; ``seating_id``: of the draft.
    """

    found: SeatList
    schedule: Schedule | None
    faults: Sequence[Fault]
    broken: Sequence[Fault] = ()
    seating_id: str | None = None


@dataclass(frozen=True, slots=True)
class BroughtView:
    """A prepared seating, previewed or made a draft."""

    seating_id: Annotated[str | None, "The draft; null for a preview."]
    encoding: str
    ignored: Annotated[Sequence[str], "The titles of columns that were not read."]
    rounds: Annotated[Sequence[Sequence[Sequence[str]]], "The ids at each table of each round, in start order."]
    faults: Annotated[Sequence[Annotated[Fault, NoticeOut]], "What keeps it from being taken."]
    violations: Annotated[Sequence[Annotated[Fault, NoticeOut]], "What it breaks, as of a drawn seating."]


class _PreparedFor(NamedTuple):
    regulation: Regulation
    unit: Unit
    base: int


def bring_seating(caller: Caller, event_id: str, given: BringSeating) -> BroughtView:
    """Bring in a prepared seating as a draft, or preview it (`apply` false).

    The list has a row for each seat, with its table, its player (by name or number), the round unless it is only one,
    and the start order if wanted.  Names that are not known, players who are seated twice or do not play, and tables of
    a size that the regulation does not allow are faults; with `apply`, a list with faults is rejected as a whole (422
    `faulty`).  Players without a seat, rematches and clubs are measured as for a drawn seating.

    Raises the problems ``not_allowed``, ``not_found``, ``no_regulation``, ``round_unplanned``, ``seating_together``,
    ``seating_derived``, ``seating_played``, ``seating_outdated`` and ``table_unplayable``, and `Faulty`.
    """
    found = bring_chosen(caller, event_id, given, given.choices())
    with caller.service.database.read() as session:
        broken = named_faults(session, event_id, Faulty(found.broken), given.first_round).faults
    imported = found.found.imported
    rounds = found.schedule.rounds if found.schedule is not None else ()
    return BroughtView(found.seating_id, imported.encoding, imported.heading.ignored, rounds, found.faults, broken)


def bring_chosen(caller: Caller, event_id: str, given: BringSeating, choices: ListChoices) -> BroughtSeating:
    """Preview a prepared seating as a person chose that it is read, and make it a draft if it is to be applied.

    Raises what `bring_seating` raises.
    """
    caller.allow("seating.change", event_id)
    with caller.service.database.read() as session:
        basis = _basis(session, event_id, given.first_round)
        remembered = remembered_columns(session, caller, event_id, columns())
        brought = _read(session, event_id, basis, given, replace(choices, remembered=remembered))
    if not given.apply:
        return brought
    if brought.faults or brought.schedule is None:
        raise Faulty(brought.faults)
    for number, tables in enumerate(brought.schedule.rounds, basis.unit.first):
        refuse_unplayable(basis.regulation, number, tables)
    text = write(Document(PREPARED, brought.schedule))
    with caller.change() as change:
        event = change.session.get_one(Event, event_id)
        create_planned_rounds(change.session, event, regulation_of(change.session, event_id), change.now)
        draft = add_draft(change, event_id, basis.unit, basis.base, text)
        remember_columns(change, event_id, brought.found.imported)
        change.audit(
            "seating.change",
            f"seating:{draft.id}",
            event_id,
            prepared=basis.unit.first,
            version=draft.version,
            sha256=hashlib.sha256(given.data).hexdigest(),
        )
        return replace(brought, seating_id=draft.id)


def _basis(session: Session, event_id: str, first_round: int) -> _PreparedFor:
    get_row(session, Event, event_id)
    regulation = regulation_of(session, event_id)
    unit = unit_at(regulation, first_round)
    if unit.first != first_round:
        raise Problem("seating_together", round=first_round, first=unit.first, last=unit.last)
    if unit.kind not in FREE:
        raise Problem("seating_derived", round=unit.first)
    refuse_begun(session, event_id, range(unit.first, unit.last + 1))
    last = latest(session, event_id, unit.first)
    return _PreparedFor(regulation, unit, last.version if last else 0)


def _read(
    session: Session, event_id: str, basis: _PreparedFor, given: BringSeating, choices: ListChoices
) -> BroughtSeating:
    """Read the list, and check it as a schedule once its rows are right."""
    unit = basis.unit
    listed = [each for each in players_of(session, event_id) if each.archived_at is None]
    found = seat_list(given.data, [entrant(each) for each in listed], unit.first, unit.last, choices)
    if found.faults:
        return BroughtSeating(found, None, found.faults)
    seated = {player for tables in found.rounds for table in tables for player in table}
    participants = participants_of(
        session, event_id, basis.regulation, unit, from_round=unit.first, checked_in=None, known=sorted(seated)
    )
    sitting = [{player for table in tables for player in table} for tables in found.rounds]
    absent, left_out = list[Fault](), list[Fault]()
    for number, here in enumerate(sitting, 1):
        for each in participants.entrants:
            if each.plays(number) and each.id not in seated:
                left_out.append(Fault(f"rounds[{number}]", MISSING, {"player": each.id}))
            elif each.id in here and not each.plays(number):
                absent.append(Fault(f"rounds[{number}]", ABSENT, {"player": each.id}))
    if absent:
        return BroughtSeating(found, None, named_faults(session, event_id, Faulty(absent), unit.first).faults)
    planned, policy = basis.regulation.rounds[unit.first - 1], basis.regulation.seating
    try:
        wanted = request(
            # Whoever is in no round of the list comes in by reseating, as after any draw.
            [each for each in participants.entrants if each.id in seated],
            unit.last - unit.first + 1,
            planned.sizes,
            f"{session.get_one(Event, event_id).seed}-{unit.first}",
            (),
            policy.aims,
            policy.start_order,
            fit=basis.regulation.tables.fit,
            before=seated_before(session, event_id, unit.first),
        )
        rounds = found.rounds if wanted.start != "rolled" else tuple(map(_sorted, found.rounds))
        schedule = Schedule(wanted, rounds)
        wrong = tuple(structural_faults(schedule))
    except Faulty as error:
        return BroughtSeating(found, None, named_faults(session, event_id, error, unit.first).faults)
    broken = (*left_out, *violations(schedule))
    return BroughtSeating(found, schedule, named_faults(session, event_id, Faulty(wrong), unit.first).faults, broken)


def _sorted(tables: Round) -> Round:
    return tuple(tuple(sorted(table)) for table in tables)
