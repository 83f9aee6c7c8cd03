"""Drop-outs: who leaves an event, after which round and why; and who comes back after all."""

from __future__ import annotations

from sqlmodel import Session, col, select

from referee import audit
from referee.access.principal import Principal
from referee.event.players import has_begun, held, player_of
from referee.models import GameTable, Player, Round, Seat
from tournaments.fault import Fault, Faulty


def drop_out(session: Session, now: int, who: Principal, player_id: str, after: int, reason: str) -> Player:
    """Let somebody play no more after a round (0: not at all).

    Raises `Faulty` where they sit at a table of a later round that has begun, and the problem ``not_found``.
    """
    player = player_of(session, player_id)
    held(session, player.event_id)
    played = last_played(session, player_id)
    faults = []
    if after < played:
        faults.append(Fault("after", "left_before_played", {"name": player.name, "given": after, "played": played}))
    if player.first_round and 0 < after < player.first_round:
        faults.append(Fault("after", "rounds_reversed", {"first": player.first_round, "last": after}))
    if faults:
        raise Faulty(faults)
    session.refresh(player)
    if player.dropped_after != after:
        player.dropped_after = after
        session.add(player)
        target = f"player:{player_id}"
        audit.record(session, now, who, "player.change", target, player.event_id, dropped_after=after, reason=reason)
    return player


def come_back(session: Session, now: int, who: Principal, player_id: str) -> Player:
    """Let somebody who dropped out be seated again in the rounds to come.  Raises the problem ``not_found``."""
    player = player_of(session, player_id)
    held(session, player.event_id)
    session.refresh(player)
    if player.dropped_after is not None:
        before = player.dropped_after
        player.dropped_after = None
        session.add(player)
        target = f"player:{player_id}"
        audit.record(session, now, who, "player.change", target, player.event_id, dropped_after=None, before=before)
    return player


def last_played(session: Session, player_id: str) -> int:
    """The last round that has begun with a seat for a player, 0 for none."""
    wanted = (
        select(Round.number)
        .join(GameTable, col(GameTable.round_id) == Round.id)
        .join(Seat, col(Seat.table_id) == GameTable.id)
        .where(Seat.player_id == player_id, has_begun())
    )
    return session.exec(wanted.order_by(col(Round.number).desc()).limit(1)).first() or 0
