"""The round plan of a regulation, and the rounds of the event that are made from it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import delete
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from referee.core.problems import Problem
from referee.events.regulation_text import planned_name
from referee.models import Activation, Assignment, Event, GameTable, Round, Seating
from rulesets.languages import LANGUAGES
from tournaments.regulation.regulation import Regulation
from tournaments.regulation.round import PlannedRound as Planned

SCHEDULE = "schedule"


class Unit(NamedTuple):
    """Rounds that are seated together: several consecutive ones of one schedule, or a single one.

    ``kind``: how they are seated, as in the plan; ``first`` and ``last``: their numbers.
    """

    kind: str
    first: int
    last: int


def units(regulation: Regulation) -> list[Unit]:
    """Return the units of the plan: its rounds, grouped by which are seated together."""
    found: list[Unit] = []
    before: Planned | None = None
    for each in regulation.rounds:
        together = before and before.seating == each.seating == SCHEDULE and before.sizes == each.sizes
        if together:
            found[-1] = found[-1]._replace(last=each.number)
        else:
            found.append(Unit(each.seating, each.number, each.number))
        before = each
    return found


def unit_at(regulation: Regulation, number: int) -> Unit:
    """Return the unit that contains a round.  Raises the problem ``round_unplanned``."""
    for unit in units(regulation):
        if unit.first <= number <= unit.last:
            return unit
    raise Problem("round_unplanned", round=number, last=len(regulation.rounds))


def rounds_of(session: Session, event_id: str) -> Sequence[Round]:
    return session.exec(select(Round).where(Round.event_id == event_id).order_by(col(Round.number))).all()


def create_planned_rounds(session: Session, event: Event, regulation: Regulation, now: int) -> list[Round]:
    """Create the missing rounds of the plan and update drafted ones without tables; return those created or changed.

    Raises the problem ``conflict`` if somebody else is creating them at the same time.
    """
    touched = update_drafted_rounds(session, event, regulation)
    existing = {each.number for each in rounds_of(session, event.id)}
    for planned in regulation.rounds:
        if planned.number not in existing:
            round_ = Round(event_id=event.id, number=planned.number, name="", created_at=now)
            apply_plan(round_, planned, event.language)
            session.add(round_)
            touched.append(round_)
    try:
        session.flush()
    except IntegrityError as error:
        raise Problem("conflict", what="round") from error
    return touched


def update_drafted_rounds(session: Session, event: Event, regulation: Regulation) -> list[Round]:
    """Bring drafted rounds without tables into line with the plan, and return those that changed."""
    seated = set(session.exec(select(GameTable.round_id).where(GameTable.event_id == event.id).distinct()))
    planned = {each.number: each for each in regulation.rounds}
    touched = []
    for found in rounds_of(session, event.id):
        still = found.state == "drafted" and found.id not in seated and found.number in planned
        if still and apply_plan(found, planned[found.number], event.language):
            session.add(found)
            touched.append(found)
    return touched


def remove_unplanned_rounds(session: Session, event: Event, before: Regulation, after: Regulation) -> None:
    """Remove drafted rounds that the plan had ``before`` and has no more, such as those of a final that was taken away.

    One with seats or a clock that was touched stays: somebody has done something for it.  Who was to do what there goes
    with it, and the rota says so (`referee.stale`).
    """
    numbers = range(len(after.rounds) + 1, len(before.rounds) + 1)
    seated = max(session.exec(select(Seating.last_round).where(Seating.event_id == event.id)), default=0)
    for found in rounds_of(session, event.id):
        unplanned = found.number in numbers and found.number > seated and found.state == "drafted"
        if unplanned and not _is_used(session, found.id):
            session.exec(delete(Assignment).where(col(Assignment.round_id) == found.id))
            session.delete(found)
    session.flush()


def _is_used(session: Session, round_id: str) -> bool:
    uses = (select(kind).where(kind.round_id == round_id).limit(1) for kind in (GameTable, Activation))
    return any(session.exec(each).first() is not None for each in uses)


def apply_plan(round_: Round, planned: Planned, language: str) -> bool:
    """Set a round's name and minutes to those of the plan, and return whether that changed it."""
    before = round_.name, round_.names, round_.minutes
    names = {each: planned_name(planned, each) for each in LANGUAGES}
    round_.name = names[language]
    round_.names = json.dumps(names, ensure_ascii=False, sort_keys=True) if round_.name else ""
    round_.minutes = planned.minutes
    return before != (round_.name, round_.names, round_.minutes)


STAGES = ("drafted", "published", "running", "entered", "closed", "results_published")
"""The stages of a round, in order.  ``entered``: all results are confirmed, and the round is not closed yet."""
