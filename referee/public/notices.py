"""Notices: what the organizers tell everybody, or one player."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import Session, col, select

from referee.core import audit
from referee.core.access.principal import Principal
from referee.core.problems import Problem
from referee.models import Event, Notice, Player


def notices(session: Session, event_id: str) -> Sequence[Notice]:
    """The notices of an event that stand, the latest first."""
    wanted = select(Notice).where(Notice.event_id == event_id, col(Notice.withdrawn_at).is_(None))
    return session.exec(wanted.order_by(col(Notice.made_at).desc(), col(Notice.id).desc())).all()


def make(session: Session, now: int, who: Principal, event_id: str, text: str, player: str | None) -> Notice:
    """Tell everybody, or one player of the event.  Raises the problem ``not_found``."""
    if session.get(Event, event_id) is None:
        raise Problem("not_found", path=event_id)
    found = session.get(Player, player) if player is not None else None
    if player is not None and (found is None or found.event_id != event_id):
        raise Problem("not_found", path=player)
    made = Notice(
        event_id=event_id, player_id=player, text=text, author=who.author.name, account_id=who.account_id, made_at=now
    )
    session.add(made)
    session.flush()
    audit.record(session, now, who, "notice.make", f"notice:{made.id}", event_id, text=text, player=player)
    return made


def withdraw(session: Session, now: int, who: Principal, notice_id: str) -> Notice:
    """Show a notice to nobody any more.  Raises the problem ``not_found``."""
    found = session.get(Notice, notice_id, with_for_update=True)
    if found is None:
        raise Problem("not_found", path=notice_id)
    if found.withdrawn_at is None:
        found.withdrawn_at = now
        session.add(found)
        audit.record(session, now, who, "notice.withdraw", f"notice:{notice_id}", found.event_id)
    return found
