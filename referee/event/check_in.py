"""Check-in: who is in the hall."""

from __future__ import annotations

import re

from sqlmodel import Session, select

from referee import audit
from referee.access.principal import Principal
from referee.event.players import player_of
from referee.models import Player
from referee.problems import Problem
from referee.service import service

CODE = re.compile(r"[0-9a-z]{20}")


def check_in(session: Session, now: int, who: Principal, player_id: str, by: str) -> bool:
    """Note that a player is there; ``by``: row, code or list.  Whether it was not noted before."""
    player = player_of(session, player_id, hold=True)
    if player.checked_in_at is not None:
        return False
    player.checked_in_at = now
    session.add(player)
    audit.record(session, now, who, "player.check_in", f"player:{player.id}", player.event_id, here=True, by=by)
    return True


def undo_check_in(session: Session, now: int, who: Principal, player_id: str) -> bool:
    """Take a check-in back.  Whether there was one."""
    player = player_of(session, player_id, hold=True)
    if player.checked_in_at is None:
        return False
    player.checked_in_at = None
    session.add(player)
    audit.record(session, now, who, "player.check_in", f"player:{player.id}", player.event_id, here=False)
    return True


def of_code(session: Session, event_id: str, code: str) -> Player:
    """The player of an event whose QR code this is: the code, or the whole address.

    Raises the problem ``unknown_code``, also for the code of another event.
    """
    plain = code.strip().rstrip("/").rpartition("/")[2].lower()
    if not CODE.fullmatch(plain):
        raise Problem("unknown_code")
    found = session.exec(select(Player).where(Player.event_id == event_id, Player.code == plain)).first()
    if found is None:
        raise Problem("unknown_code")
    return found


def address_of(player: Player) -> str:
    """The full address that stands in the QR code."""
    return f"{service().own_address.now()}/events/{player.event_id}/check-in/{player.code}"
