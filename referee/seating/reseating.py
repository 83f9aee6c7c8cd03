"""Changing a seating that was drawn: two players swapped by hand, or the rounds to come seated anew."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from sqlmodel import Session

from referee.core import audit
from referee.core.access.principal import Principal
from referee.core.database.database import Database
from referee.core.problems import Problem
from referee.events.plan import Unit, unit_at
from referee.events.regulation import regulation_of
from referee.log.seats import seated
from referee.models import Event, Seating
from referee.results.played import begun, refuse_begun, seating_played, tables_of
from referee.seating.participants import taking_part
from referee.seating.tables_of_round import QUALIFIERS
from referee.seating.versions import Document, keep, latest, read, write
from tournaments.fault import Fault, Faulty
from tournaments.seating.entrants import Entrant
from tournaments.seating.reseat import reseat
from tournaments.seating.schedule import Schedule
from tournaments.seating.swap import swap
from tournaments.seating.violations import Change, compare


class Swapping(NamedTuple):
    """Two players, by id, who are to change places in a round of the plan, and why.

    ``base``: the version of the seating that this was decided by.
    """

    round: int
    one: str
    other: str
    reason: str
    base: int


class Changed(NamedTuple):
    """What a change led to.

    ``seating``: None where it was only tried; ``first_round``: of the seating; ``change``: what got better and worse.
    """

    seating: Seating | None
    first_round: int
    change: Change


def unit_of(seating: Seating) -> Unit:
    """The rounds that a seating is of."""
    return Unit(read(seating.document).kind, seating.first_round, seating.last_round)


def swap_seats(
    database: Database, seating_id: str, swapping: Swapping, who: Principal, *, trial: bool = False
) -> Changed:
    """Let two players change places in a round, as a new draft; ``trial``: only say what would come of it.

    Raises `Faulty`, and the problems ``not_found``, ``seating_outdated`` and ``seating_played``.
    """
    with database.read() as session:
        seating = session.get(Seating, seating_id)
        if seating is None:
            raise Problem("not_found", path=seating_id)
        newest = latest(session, seating.event_id, seating.first_round)
        assert newest is not None, "this one is there"
        if newest.id != seating.id or swapping.base != seating.version:
            raise Problem("seating_outdated", base=swapping.base, version=newest.version)
        _refuse_played_places(session, seating, swapping)
    before = read(seating.document)
    number = swapping.round - seating.first_round + 1
    after = swap(before.schedule, number, swapping.one, swapping.other, swapping.reason, who.author.name)
    if trial:
        return Changed(None, seating.first_round, compare(before.schedule, after))
    text, now = write(Document(before.kind, after)), database.now()
    with database.write() as session:
        made = keep(session, now, seating.event_id, unit_of(seating), swapping.base, text, who, swapping.reason)
        audit.record(
            session, now, who, "seating.change", f"seating:{made.id}", seating.event_id,
            version=made.version, swapped=[swapping.one, swapping.other], round=swapping.round, reason=swapping.reason,
        )  # fmt: skip
    return Changed(made, made.first_round, compare(before.schedule, after))


def _refuse_played_places(session: Session, seating: Seating, swapping: Swapping) -> None:
    """Raises the problem ``seating_played`` where one of the two has played in the round already."""
    found = tables_of(session, seating.event_id, [swapping.round])
    at = begun(session, (table for _, table in found))
    seats = seated(session, at)
    two = {swapping.one, swapping.other}
    sitting = {table_id for table_id, row in seats.items() if two & {each.player_id for each in row}}
    played = [(round_, table) for round_, table in found if table.id in sitting]
    if played:
        raise seating_played(played)


class _Asked(NamedTuple):
    seating: Seating
    unit: Unit
    schedule: Schedule
    changed: tuple[Entrant, ...]


def reseat_rounds(database: Database, event_id: str, from_round: int, reason: str, who: Principal) -> Changed:
    """Seat the rounds from one on anew for the players as they are by now, as a new draft; those before stand.

    Raises `Faulty`, and the problems ``not_found``, ``no_regulation``, ``round_unplanned``, ``round_unseated``,
    ``seating_played``, ``seating_unchanged`` and ``seating_outdated``.
    """
    with database.read() as session:
        asked = _asked(session, event_id, from_round)
    author = who.author.name
    number = from_round - asked.unit.first + 1
    after = reseat(asked.schedule, number, asked.changed, reason, author)
    text, now = write(Document(asked.unit.kind, after)), database.now()
    with database.write() as session:
        made = keep(session, now, event_id, asked.unit, asked.seating.version, text, who, reason)
        audit.record(
            session, now, who, "seating.change", f"seating:{made.id}", event_id, version=made.version,
            from_round=from_round, changed=[each.id for each in asked.changed], reason=reason,
        )  # fmt: skip
    return Changed(made, made.first_round, compare(asked.schedule, after))


def _asked(session: Session, event_id: str, from_round: int) -> _Asked:
    if session.get(Event, event_id) is None:
        raise Problem("not_found", path=event_id)
    regulation = regulation_of(session, event_id)
    planned = unit_at(regulation, from_round)
    seating = latest(session, event_id, planned.first)
    if seating is None:
        raise Problem("round_unseated", round=from_round, before=planned.first)
    if from_round > seating.last_round:
        facts = {"given": from_round, "least": seating.first_round, "most": seating.last_round}
        raise Faulty([Fault("from_round", "wanted_whole", facts)])
    refuse_begun(session, event_id, range(from_round, seating.last_round + 1))
    changed = changes(session, seating, from_round)
    if not changed:
        raise Problem("seating_unchanged", round=from_round)
    return _Asked(seating, unit_of(seating), read(seating.document).schedule, changed)


def changes(session: Session, seating: Seating, from_round: int) -> tuple[Entrant, ...]:
    """The entrants who are not as a seating has them: who has left, come, or sits out from a round on.

    Whoever is seated already need not be checked in.  In a final nobody comes who has not qualified.
    """
    unit = unit_of(seating)
    known = {each.id: each for each in read(seating.document).schedule.now.entrants}
    taking = taking_part(
        session, seating.event_id, regulation_of(session, seating.event_id), unit,
        from_round=from_round, checked_in=None, known=list(known),
    )  # fmt: skip
    start, end = from_round - unit.first + 1, unit.last - unit.first + 1
    found = []
    for each in taking.entrants:
        before = known.get(each.id)
        plays = [number for number in range(start, end + 1) if each.plays(number)]
        if before is None:
            if unit.kind != QUALIFIERS:
                found.append(each)
        elif plays != [number for number in range(start, end + 1) if before.plays(number)]:
            found.append(_from(before, plays, start, end))
    return tuple(found)


def _from(before: Entrant, plays: list[int], start: int, end: int) -> Entrant:
    """An entrant who from the round ``start`` on plays in these rounds; in those before it is as it was."""
    played = [number for number in range(1, start) if before.plays(number)]
    rounds = played + plays
    first, last = (rounds[0], rounds[-1]) if rounds else (1, 0)
    return replace(
        before,
        first=first,
        last=None if last == end else last,
        absent=tuple(number for number in range(first, last) if number not in rounds),
    )
