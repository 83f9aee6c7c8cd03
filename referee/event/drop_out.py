"""Drop-outs: who leaves an event, after which round and why; and who comes back after all."""

from __future__ import annotations

from sqlmodel import Session

from referee import audit
from referee.access.principal import Principal
from referee.event.players import held, last_played, player_of
from referee.event.put_out import refuse_out
from referee.models import Player
from tournaments.fault import Fault, Faulty


def drop_out(session: Session, now: int, who: Principal, player_id: str, after: int, reason: str) -> Player:
    """Let somebody play no more after a round (0: not at all).

    Raises `Faulty` where they sit at a table of a later round that has begun, and the problems ``not_found`` and
    ``out_by_penalty``.
    """
    player = player_of(session, player_id)
    held(session, player.event_id)
    refuse_out(session, player)
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
    """Let somebody who dropped out be seated again in the rounds to come.

    Raises the problems ``not_found`` and ``out_by_penalty``.
    """
    player = player_of(session, player_id)
    held(session, player.event_id)
    refuse_out(session, player)
    session.refresh(player)
    if player.dropped_after is not None:
        before = player.dropped_after
        player.dropped_after = None
        session.add(player)
        target = f"player:{player_id}"
        audit.record(session, now, who, "player.change", target, player.event_id, dropped_after=None, before=before)
    return player
