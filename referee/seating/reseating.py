"""Changing a seating that was drawn: swapping two players by hand, or reseating the upcoming rounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from marshmallow import ValidationError
from sqlmodel import Session

from referee.core.command import Caller
from referee.core.http.schemas import Line, PlayerId
from referee.core.problems import Problem
from referee.core.rows import get_row
from referee.events.plan import Unit, unit_at
from referee.events.queries import seats_by_table
from referee.events.regulation import regulation_of
from referee.models import Event, Seating
from referee.results.queries import begun_tables, refuse_begun, seating_played, tables_of_rounds
from referee.seating.faults import naming_faults
from referee.seating.participants import RoundNumber
from referee.seating.queries import changed_entrants, unit_of
from referee.seating.tables_of_round import AFTER_RESULTS, refuse_unplayable
from referee.seating.versions import Document, Then, add_draft, latest, note_same_origin, read, write
from tournaments.fault import Fault, Faulty
from tournaments.regulation.regulation import Regulation
from tournaments.seating.entrants import Sitter
from tournaments.seating.reseat import reseat
from tournaments.seating.schedule import Schedule
from tournaments.seating.swap import swap
from tournaments.seating.violations import MoveEffect as ScheduleChange
from tournaments.seating.violations import compare
from tournaments.typed import Whole


@dataclass(frozen=True, slots=True)
class SwapPlayers:
    """Two players who swap places in a round."""

    round: RoundNumber
    one: PlayerId
    other: PlayerId
    base: Annotated[int, Whole(1, 10**6), "The version of the seating that the decision is based on."]
    reason: Annotated[str | None, Line(2000), "The reason; required unless it is only a trial."] = None
    trial: Annotated[bool, "true: only show the consequences."] = False

    def __post_init__(self) -> None:
        if not self.trial and self.reason is None:
            raise ValidationError({"reason": ["missing"]})


@dataclass(frozen=True, slots=True)
class Changed:
    """The outcome of a change.

    ``seating_id``: of the new draft, None after a trial; ``first_round``: of the seating; ``change``: what got better
    and worse.
    """

    event_id: str
    seating_id: str | None
    first_round: int
    change: ScheduleChange


def swap_players(caller: Caller, seating_id: str, given: SwapPlayers) -> Changed:
    """Swap two players in a round, as a new draft or as a trial.

    Raises `Faulty`, and the problems ``not_found``, ``not_allowed``, ``seating_outdated`` and ``seating_played``.
    """
    database = caller.service.database
    with database.read() as session:
        seating = get_row(session, Seating, seating_id)
        caller.allow("seating.change", seating.event_id)
        newest = latest(session, seating.event_id, seating.first_round)
        assert newest is not None, "this one is there"
        if newest.id != seating.id or given.base != seating.version:
            raise Problem("seating_outdated", base=given.base, version=newest.version)
        _refuse_played_places(session, seating, given)
    before = read(seating.document)
    number = given.round - seating.first_round + 1
    with naming_faults(database, seating.event_id, seating.first_round):
        after = swap(before.schedule, number, given.one, given.other, given.reason or "-", _author_name(caller))
        compared = compare(before.schedule, after)
    if given.trial:
        return Changed(seating.event_id, None, seating.first_round, compared)
    text = write(Document(before.kind, after))
    with caller.change() as change:
        draft = add_draft(change, seating.event_id, unit_of(seating), given.base, text, given.reason)
        note_same_origin(change, seating, draft)
        change.audit(
            "seating.change",
            f"seating:{draft.id}",
            draft.event_id,
            version=draft.version,
            swapped=[given.one, given.other],
            round=given.round,
            reason=given.reason,
        )
        return Changed(draft.event_id, draft.id, draft.first_round, compared)


def _refuse_played_places(session: Session, seating: Seating, given: SwapPlayers) -> None:
    """Raise the problem ``seating_played`` if either player's table was played at in the round, or it is closed."""
    found = tables_of_rounds(session, seating.event_id, [given.round])
    at = begun_tables(session, (table for _, table in found))
    seats = seats_by_table(session, at)
    two = {given.one, given.other}
    sitting = {table_id for table_id, row in seats.items() if two & {each.player_id for each in row}}
    played = [(round_, table) for round_, table in found if table.id in sitting or round_.state == "closed"]
    if played:
        raise seating_played(played)


@dataclass(frozen=True, slots=True)
class ReseatRounds:
    """The round from which to reseat, and the reason."""

    from_round: RoundNumber
    reason: Annotated[str, Line(2000)]


def reseat_rounds(caller: Caller, event_id: str, given: ReseatRounds, then: Then | None = None) -> Changed:
    """Reseat the rounds from a given one on for the players as they are now, as a new draft; earlier rounds stay.

    ``then``: what becomes of the draft within the same change.

    Raises `Faulty`, and the problems ``not_allowed``, ``not_found``, ``no_regulation``, ``round_unplanned``,
    ``round_unseated``, ``seating_played``, ``seating_unchanged``, ``seating_by_results``, ``table_unplayable`` and
    ``seating_outdated``.
    """
    caller.allow("seating.change", event_id)
    database = caller.service.database
    with naming_faults(database, event_id, 1):
        with database.read() as session:
            basis = _basis(session, event_id, given.from_round)
        number = given.from_round - basis.unit.first + 1
        after = reseat(basis.schedule, number, basis.changed, given.reason, _author_name(caller))
        compared = compare(basis.schedule, after)
    for place, tables in enumerate(after.rounds[number - 1 :], given.from_round):
        refuse_unplayable(basis.regulation, place, tables)
    text = write(Document(basis.unit.kind, after))
    with caller.change() as change:
        draft = add_draft(change, event_id, basis.unit, basis.seating.version, text, given.reason)
        note_same_origin(change, basis.seating, draft)
        change.audit(
            "seating.change",
            f"seating:{draft.id}",
            event_id,
            version=draft.version,
            from_round=given.from_round,
            changed=[each.id for each in basis.changed],
            reason=given.reason,
        )
        if then is not None:
            then(change, draft.id)
        return Changed(event_id, draft.id, draft.first_round, compared)


class _Basis(NamedTuple):
    """The input for reseating.  ``changed``: the entrants that differ from the seating."""

    regulation: Regulation
    seating: Seating
    unit: Unit
    schedule: Schedule
    changed: tuple[Sitter, ...]


def _basis(session: Session, event_id: str, from_round: int) -> _Basis:
    get_row(session, Event, event_id)
    regulation = regulation_of(session, event_id)
    planned = unit_at(regulation, from_round)
    seating = latest(session, event_id, planned.first)
    if seating is None:
        raise Problem("round_unseated", round=from_round, before=planned.first)
    if from_round > seating.last_round:
        facts = {"given": from_round, "least": seating.first_round, "most": seating.last_round}
        raise Faulty([Fault("from_round", "wanted_whole", facts)])
    refuse_begun(session, event_id, range(from_round, seating.last_round + 1))
    changed = changed_entrants(session, seating, from_round)
    if not changed:
        by_results = unit_of(seating).kind in AFTER_RESULTS
        raise Problem("seating_by_results" if by_results else "seating_unchanged", round=from_round)
    return _Basis(regulation, seating, unit_of(seating), read(seating.document).schedule, changed)


def _author_name(caller: Caller) -> str:
    """The author's name to record with a move."""
    return caller.who.author.name if caller.who is not None else "referee"
