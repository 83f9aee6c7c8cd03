"""Drawing the seating of rounds that belong together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlmodel import Session

from referee.core import audit
from referee.core.access.principal import Principal
from referee.core.database.database import Database
from referee.core.http.field_faults import Fault, invalid
from referee.core.problems import Problem
from referee.events.plan import SCHEDULE, Unit, plan, unit_at
from referee.events.queries import players_of
from referee.events.regulation import regulation_of
from referee.models import Event, Player, Seating
from referee.results.facts import facts_of
from referee.results.played import refuse_begun
from referee.seating.participants import Fixed, TakingPart, taking_part
from referee.seating.tables_of_round import (
    AFTER_RESULTS,
    BY_PLACE,
    QUALIFIERS,
    RANKED,
    ROTATION,
    SELF_CHOSEN,
    chosen,
    qualifying,
    ranked,
    refuse_open,
    rotated,
)
from referee.seating.versions import Document, keep, latest, read, write
from tournaments.fault import Fault as Unfit
from tournaments.fault import Faulty
from tournaments.regulation.regulation import Regulation
from tournaments.seating.draw import draw
from tournaments.seating.entrants import Request, request
from tournaments.seating.ranked import start_by_lot
from tournaments.seating.schedule import Round as Tables
from tournaments.seating.schedule import Schedule


class Wish(NamedTuple):
    """What is asked for.

    ``seed``: None for the event's own with the number of the round.  ``apart``: pairs of players who must not meet.
    ``checked_in``: whether only those are seated who are checked in; None: if anybody is.  ``tables``: the ids of who
    sits at each, where the players chose themselves.
    """

    first_round: int
    seed: str | None = None
    apart: Sequence[tuple[str, str]] = ()
    fixed: Sequence[Fixed] = ()
    checked_in: bool | None = None
    tables: Sequence[Sequence[str]] | None = None


class Drawn(NamedTuple):
    """A seating that was drawn, and the players who would take part but are not checked in."""

    seating: Seating
    left_out: tuple[Player, ...]


class _Asked(NamedTuple):
    """What is drawn from.  ``tables``: None where they are still to be drawn."""

    unit: Unit
    base: int
    request: Request
    tables: Tables | None
    left_out: tuple[Player, ...]


def make(database: Database, event_id: str, wish: Wish, who: Principal) -> Drawn:
    """Draw rounds that are seated together, and keep that as a draft; the rounds of the plan are made if need be.

    Raises `Faulty` where it is impossible, and the problems ``not_found``, ``no_regulation``, ``round_unplanned``,
    ``seating_together``, ``seating_played``, ``seating_outdated``, ``conflict``, ``invalid``, ``results_open``,
    ``round_unseated``, ``decision_wanted``, ``nobody_qualified``.
    """
    with database.read() as session:
        asked = _asked(session, event_id, wish)
    schedule = draw(asked.request) if asked.tables is None else Schedule(asked.request, (asked.tables,))
    text = write(Document(asked.unit.kind if asked.tables is not None else SCHEDULE, schedule))
    now = database.now()
    with database.write() as session:
        event = session.get_one(Event, event_id)
        plan(session, event, regulation_of(session, event_id), now)
        made = keep(session, now, event_id, asked.unit, asked.base, text, who)
        audit.record(
            session, now, who, "seating.change", f"seating:{made.id}", event_id, drawn=asked.unit.first,
            version=made.version, seed=asked.request.seed, left_out=[each.id for each in asked.left_out],
        )  # fmt: skip
    return Drawn(made, asked.left_out)


def _asked(session: Session, event_id: str, wish: Wish) -> _Asked:
    event = session.get(Event, event_id)
    if event is None:
        raise Problem("not_found", path=event_id)
    regulation = regulation_of(session, event_id)
    unit = unit_at(regulation, wish.first_round)
    if unit.first != wish.first_round:
        raise Problem("seating_together", round=wish.first_round, first=unit.first, last=unit.last)
    if (wish.tables is None) == (unit.kind == SELF_CHOSEN):
        raise invalid(Fault("tables", "missing" if wish.tables is None else "unknown", {}))
    refuse_begun(session, event_id, range(unit.first, unit.last + 1))
    taking = taking_part(
        session, event_id, regulation, unit,
        from_round=unit.first, checked_in=wish.checked_in, fixed=wish.fixed,
    )  # fmt: skip
    wish = _among(wish, {each.id for each in players_of(session, event_id)}, taking)
    seed = wish.seed or f"{event.seed}-{unit.first}"
    tables, taking = _tables(session, event_id, regulation, unit, taking, seed, wish)
    last = latest(session, event_id, unit.first)
    return _Asked(
        unit, last.version if last else 0, _request(regulation, unit, taking, seed, wish), tables, taking.left_out
    )


def _among(wish: Wish, players: set[str], taking: TakingPart) -> Wish:
    """The wish without the pairs of whom one does not take part.  Raises `Faulty` for who is no player at all."""
    named = {
        "apart": [player for pair in wish.apart for player in pair],
        "fixed": [each.player for each in wish.fixed],
    }
    faults = [
        Unfit(key, "seating_unknown", {"player": player})
        for key, ids in named.items()
        for player in sorted(set(ids) - players)
    ]
    if faults:
        raise Faulty(faults)
    present = {each.id for each in taking.entrants}
    return wish._replace(apart=[pair for pair in wish.apart if present.issuperset(pair)])


def _tables(
    session: Session, event_id: str, regulation: Regulation, unit: Unit, taking: TakingPart, seed: str, wish: Wish
) -> tuple[Tables | None, TakingPart]:
    """The tables of a round that nobody draws, and who sits at them; None where they are drawn."""
    planned = regulation.rounds[unit.first - 1]
    present = {each.id for each in taking.entrants}
    tables: Tables | None = None
    if unit.kind == SELF_CHOSEN:
        tables = chosen(wish.tables or (), present, seed)
    elif unit.kind in (*AFTER_RESULTS, ROTATION):
        facts = facts_of(session, event_id)
        if unit.kind in AFTER_RESULTS:
            refuse_open(facts, planned)
        if unit.kind == RANKED:
            tables = ranked(facts, unit.first, planned.sizes, present, seed)
        elif unit.kind == ROTATION:
            tables = rotated(session, facts, unit.first, present)
        elif unit.kind == BY_PLACE:  # who was first there is not to begin here, too
            tables = start_by_lot(rotated(session, facts, unit.first, present), seed)
        else:
            tables = qualifying(facts, planned, seed)
            # Whoever has qualified plays, checked in or not; nobody else does.
            everybody = taking_part(session, event_id, regulation, unit, from_round=unit.first, checked_in=False)
            playing = {player for table in tables for player in table}
            taking = TakingPart(tuple(each for each in everybody.entrants if each.id in playing), ())
    if tables is not None and regulation.seating.start_order == "rolled":
        tables = tuple(tuple(sorted(table)) for table in tables)
    return tables, taking


def _request(regulation: Regulation, unit: Unit, taking: TakingPart, seed: str, wish: Wish) -> Request:
    policy = regulation.seating
    return request(
        taking.entrants,
        unit.last - unit.first + 1,
        regulation.rounds[unit.first - 1].sizes,
        seed,
        wish.apart if unit.kind != QUALIFIERS else (),
        policy.aims,
        policy.start_order,
    )


def again(seating: Seating) -> tuple[Sequence[tuple[str, str]], Sequence[Fixed]]:
    """Which pairs were kept apart and who was fixed where in a seating, to ask for it once more."""
    asked = read(seating.document).schedule.now
    offset = seating.first_round - 1
    fixed = [
        Fixed(each.id, each.table, tuple(number + offset for number in each.table_rounds))
        for each in asked.entrants
        if each.table is not None
    ]
    return asked.apart, fixed
