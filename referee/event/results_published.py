"""Showing the results of a round to everybody, and taking them back."""

from __future__ import annotations

from sqlmodel import Session, col, select

from referee import audit
from referee.access.principal import Principal
from referee.event.results import CONFIRMED, state_of
from referee.event.seats import seated
from referee.models import GameTable, Round
from referee.problems import Problem


def missing(session: Session, round_id: str) -> list[GameTable]:
    """The tables of a round whose result is not confirmed, by number; those that nobody sits at left out."""
    wanted = select(GameTable).where(GameTable.round_id == round_id).order_by(col(GameTable.number))
    tables = session.exec(wanted).all()
    seats = seated(session, [table.id for table in tables])
    states = state_of(session, tables)
    return [table for table in tables if seats[table.id] and states[table.id] != CONFIRMED]


def publish(session: Session, now: int, who: Principal, round_id: str) -> Round:
    """Show the results of a round to everybody.

    Raises the problems ``round_open`` where it is not closed, and ``results_missing`` with the tables that are not in.
    """
    round_ = _locked(session, round_id)
    if round_.results_published_at is not None:
        return round_
    if round_.state != "closed":
        raise Problem("round_open", number=round_.number)
    if left := missing(session, round_id):
        more = {"tables": [table.id for table in left]}
        raise Problem("results_missing", more=more, number=round_.number, tables=[table.number for table in left])
    return _set(session, now, who, round_, now)


def withdraw(session: Session, now: int, who: Principal, round_id: str, reason: str) -> Round:
    """Hide the results of a round again."""
    round_ = _locked(session, round_id)
    return round_ if round_.results_published_at is None else _set(session, now, who, round_, None, reason)


def _locked(session: Session, round_id: str) -> Round:
    found = session.exec(select(Round).where(Round.id == round_id).with_for_update(key_share=True)).first()
    if found is None:
        raise Problem("not_found", path=round_id)
    return found


def _set(
    session: Session, now: int, who: Principal, round_: Round, moment: int | None, reason: str | None = None
) -> Round:
    round_.results_published_at = moment
    session.add(round_)
    target = f"round:{round_.id}"
    audit.record(
        session, now, who, "result.publish", target, round_.event_id, published=moment is not None, reason=reason
    )
    return round_
