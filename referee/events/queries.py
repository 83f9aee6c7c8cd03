"""Who is registered for an event, and how far it has got."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, or_, select

from referee.core.problems import Problem
from referee.models import Event, GameTable, Player, Round, Seat, TableResult


def players_of(session: Session, event_id: str) -> Sequence[Player]:
    """Everybody registered for an event, by number."""
    wanted = select(Player).where(Player.event_id == event_id).order_by(col(Player.number))
    return session.exec(wanted.execution_options(populate_existing=True)).all()


def player_of(session: Session, player_id: str, *, hold: bool = False) -> Player:
    """A player.  ``hold``: nobody else changes them until the transaction ends.  Raises the problem ``not_found``."""
    locking = {"key_share": True} if hold else None
    found = session.get(Player, player_id, with_for_update=locking, populate_existing=hold)
    if found is None:
        raise Problem("not_found", path=player_id)
    return found


def held(session: Session, event_id: str) -> Event:
    """An event whose list of players nobody else changes until the transaction ends.  Raises ``not_found``."""
    found = session.get(Event, event_id, with_for_update={"key_share": True}, populate_existing=True)
    if found is None:
        raise Problem("not_found", path=event_id)
    return found


def begun(session: Session, event_id: str) -> int:
    """The number of the last round of an event that has begun, 0 before the first."""
    wanted = select(Round.number).where(Round.event_id == event_id, has_begun())
    return session.exec(wanted.order_by(col(Round.number).desc()).limit(1)).first() or 0


def last_played(session: Session, player_id: str) -> int:
    """The last round that has begun with a seat for a player, 0 for none."""
    wanted = (
        select(Round.number)
        .join(GameTable, col(GameTable.round_id) == Round.id)
        .join(Seat, col(Seat.table_id) == GameTable.id)
        .where(Seat.player_id == player_id, has_begun())
    )
    return session.exec(wanted.order_by(col(Round.number).desc()).limit(1)).first() or 0


def has_begun() -> ColumnElement[bool]:
    """Whether a round has begun: it is no draft any more, or, where no clock was started, something was reported or
    entered at a table of it.
    """
    table = aliased(GameTable)
    result = select(TableResult.id).where(TableResult.table_id == table.id).exists()
    played = select(table.id).where(table.round_id == Round.id, or_(col(table.seq) > 0, result)).exists()
    return or_(col(Round.state) != "drafted", played)
