"""Drawing the seating of rounds that are seated together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, NamedTuple

from sqlmodel import Session

from referee.core.command import Caller
from referee.core.http.field_faults import FieldFault, invalid
from referee.core.http.fields import Length
from referee.core.http.schemas import Line, PlayerId
from referee.core.problems import Problem
from referee.core.rows import get_row
from referee.core.stale import SEATS, note_made
from referee.events.plan import SCHEDULE, Unit, create_planned_rounds, unit_at
from referee.events.queries import players_of
from referee.events.regulation import regulation_of
from referee.models import Event, Player, Seating
from referee.results.facts import facts_of
from referee.results.queries import refuse_begun
from referee.seating.faults import naming_faults
from referee.seating.participants import Fixed, Participants, RoundNumber, participants_of
from referee.seating.tables_of_round import (
    AFTER_RESULTS,
    BY_PLACE,
    QUALIFIERS,
    RANKED,
    ROTATION,
    SELF_CHOSEN,
    bracket_tables,
    chosen_tables,
    ranked_tables,
    refuse_level_seeds,
    refuse_unconfirmed,
    refuse_unplayable,
    rotated_tables,
    seated_before,
    table_numbers,
)
from referee.seating.versions import Document, Then, add_draft, latest, read, write
from tournaments.fault import Fault as ScheduleFault
from tournaments.fault import Faulty
from tournaments.regulation.regulation import Regulation
from tournaments.seating.construction import start_by_lot
from tournaments.seating.draw import draw
from tournaments.seating.entrants import Request, request
from tournaments.seating.reading import MOST_TABLES
from tournaments.seating.schedule import Round as Tables
from tournaments.seating.schedule import Schedule
from tournaments.seating.violations import structural_faults


@dataclass(frozen=True, slots=True)
class DrawSeating:
    """A draw."""

    first_round: Annotated[RoundNumber, "The number of the first of the rounds that are seated together."]
    seed: Annotated[str | None, Line(100), "The seed of the draw; by default the event's own."] = None
    apart: Annotated[
        Sequence[Annotated[Sequence[PlayerId], Length(equal=2)]],
        Length(max=1000),
        "Pairs of players (ids) who must not meet.",
    ] = ()
    fixed: Annotated[Sequence[Fixed], Length(max=MOST_TABLES)] = ()
    checked_in: Annotated[bool | None, "Whether to seat only players who are checked in; by default if anybody is."] = (
        None
    )
    tables: Annotated[
        Sequence[Annotated[Sequence[PlayerId], Length(1, 12)]] | None,
        Length(1, MOST_TABLES),
        "The players' ids at each table, for a round in which they choose tables (`self_chosen` in the regulation);"
        " other rounds are drawn, or follow from earlier ones, and take none.",
    ] = None


@dataclass(frozen=True, slots=True)
class Drawn:
    """A seating that was drawn, and the ids of the players left out because they are not checked in."""

    seating_id: str
    left_out: Sequence[str]


def draw_seating(caller: Caller, event_id: str, given: DrawSeating, then: Then | None = None) -> Drawn:
    """Draw rounds that are seated together, as a draft, and create the missing rounds of the plan.

    ``then``: what becomes of the draft within the same change.

    Raises `Faulty` if no seating is possible, and the problems ``not_allowed``, ``not_found``, ``no_regulation``,
    ``round_unplanned``, ``seating_together``, ``seating_played``, ``seating_outdated``, ``conflict``, ``invalid``,
    ``results_open``, ``round_unseated``, ``decision_wanted``, ``nobody_qualified``,
    ``table_unplayable``.
    """
    caller.allow("seating.change", event_id)
    database = caller.service.database
    with naming_faults(database, event_id, given.first_round):
        with database.read() as session:
            basis = _basis(session, event_id, given)
        schedule = draw(basis.request) if basis.tables is None else Schedule(basis.request, (basis.tables,))
        if basis.unit.kind == SELF_CHOSEN and (wrong := tuple(structural_faults(schedule))):
            raise Faulty(wrong)
    text = write(Document(basis.unit.kind if basis.tables is not None else SCHEDULE, schedule))
    left_out = [each.id for each in basis.left_out]
    with caller.change() as change:
        event = change.session.get_one(Event, event_id)
        create_planned_rounds(change.session, event, regulation_of(change.session, event_id), change.now)
        draft = add_draft(change, event_id, basis.unit, basis.base, text)
        if basis.unit.kind in AFTER_RESULTS and basis.tables is not None:
            note_made(change, event_id, SEATS, draft.id, table_numbers(basis.tables))
        change.audit(
            "seating.change",
            f"seating:{draft.id}",
            event_id,
            drawn=basis.unit.first,
            version=draft.version,
            seed=basis.request.seed,
            left_out=left_out,
        )
        if then is not None:
            then(change, draft.id)
        return Drawn(draft.id, left_out)


def draw_obstacle(session: Session, event_id: str, unit: Unit) -> Problem | None:
    """Why rounds cannot be drawn now, whoever is seated; None if they can, or if their tables are asked for."""
    if unit.kind == SELF_CHOSEN:
        return None
    try:
        _basis(session, event_id, DrawSeating(unit.first))
    except Problem as problem:
        return problem
    except Faulty:  # too few players, say, which whoever draws is told with what would be right
        return None
    return None


class _DrawBasis(NamedTuple):
    """The input of a draw.  ``base``: the latest version, 0 for none; ``tables``: None if they are to be drawn."""

    unit: Unit
    base: int
    request: Request
    tables: Tables | None
    left_out: tuple[Player, ...]


def _basis(session: Session, event_id: str, given: DrawSeating) -> _DrawBasis:
    event = get_row(session, Event, event_id)
    regulation = regulation_of(session, event_id)
    unit = unit_at(regulation, given.first_round)
    if unit.first != given.first_round:
        raise Problem("seating_together", round=given.first_round, first=unit.first, last=unit.last)
    if (given.tables is None) == (unit.kind == SELF_CHOSEN):
        fault = "missing" if given.tables is None else "tables_not_chosen"
        raise invalid(FieldFault("tables", fault, {"round": unit.first}))
    refuse_begun(session, event_id, range(unit.first, unit.last + 1))
    participants = participants_of(
        session,
        event_id,
        regulation,
        unit,
        from_round=unit.first,
        checked_in=given.checked_in,
        fixed=given.fixed,
    )
    given = _without_absent(given, {each.id for each in players_of(session, event_id)}, participants)
    seed = given.seed or f"{event.seed}-{unit.first}"
    tables, participants = _tables(session, event_id, unit, participants, seed, given)
    last = latest(session, event_id, unit.first)
    return _DrawBasis(
        unit,
        last.version if last else 0,
        _request(regulation, unit, participants, seed, given, seated_before(session, event_id, unit.first)),
        tables,
        participants.left_out,
    )


def _without_absent(given: DrawSeating, players: set[str], participants: Participants) -> DrawSeating:
    """The draw without pairs of which one does not take part.  Raises `Faulty` for ids that are not of players."""
    named = {
        "apart": [player for pair in given.apart for player in pair],
        "fixed": [each.player for each in given.fixed],
    }
    faults = [
        ScheduleFault(key, "seating_unknown", {"player": player})
        for key, ids in named.items()
        for player in sorted(set(ids) - players)
    ]
    if faults:
        raise Faulty(faults)
    present = {each.id for each in participants.entrants}
    return replace(given, apart=[pair for pair in given.apart if present.issuperset(pair)])


def _tables(
    session: Session, event_id: str, unit: Unit, participants: Participants, seed: str, given: DrawSeating
) -> tuple[Tables | None, Participants]:
    """The tables of a round that is not drawn (None if it is drawn), and who takes part in it."""
    regulation = regulation_of(session, event_id)
    planned = regulation.rounds[unit.first - 1]
    present = {each.id for each in participants.entrants}
    tables: Tables | None = None
    if unit.kind == SELF_CHOSEN:
        tables = chosen_tables(given.tables or (), present, seed)
    elif unit.kind in (*AFTER_RESULTS, ROTATION):
        facts = facts_of(session, event_id)
        if unit.kind in AFTER_RESULTS:
            refuse_unconfirmed(facts, planned)
        if unit.kind == RANKED:
            tables = ranked_tables(facts, planned, present, seed)
        elif unit.kind == ROTATION:
            tables = rotated_tables(session, facts, unit.first, present)
        elif unit.kind == BY_PLACE:  # by lot, or whoever came first there would also begin here
            tables = start_by_lot(rotated_tables(session, facts, unit.first, present), seed)
        else:
            refuse_level_seeds(facts, planned)
            tables = bracket_tables(facts, planned, seed)
            # Exactly the qualified players play, whether they are checked in or not.
            everyone = participants_of(session, event_id, regulation, unit, from_round=unit.first, checked_in=False)
            playing = {player for table in tables for player in table}
            participants = Participants(tuple(each for each in everyone.entrants if each.id in playing), ())
    if tables is not None and unit.kind != SELF_CHOSEN:
        refuse_unplayable(regulation, unit.first, tables)
    if tables is not None and regulation.seating.start_order == "rolled":
        tables = tuple(tuple(sorted(table)) for table in tables)
    return tables, participants


def _request(
    regulation: Regulation,
    unit: Unit,
    participants: Participants,
    seed: str,
    given: DrawSeating,
    before: Sequence[Tables],
) -> Request:
    policy = regulation.seating
    return request(
        participants.entrants,
        unit.last - unit.first + 1,
        regulation.rounds[unit.first - 1].sizes,
        seed,
        [(one, other) for one, other in given.apart] if unit.kind != QUALIFIERS else (),
        policy.aims,
        policy.start_order,
        fit=regulation.tables.fit,
        before=before,
    )


def constraints_of(seating: Seating) -> tuple[Sequence[tuple[str, str]], Sequence[Fixed]]:
    """The pairs kept apart and the fixed tables of a seating, for drawing it again."""
    request = read(seating.document).schedule.now
    offset = seating.first_round - 1
    fixed = [
        Fixed(each.id, each.table, tuple(number + offset for number in each.table_rounds))
        for each in request.entrants
        if each.table is not None
    ]
    return request.apart, fixed
